import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * The core of asciinema's own web player, as its worker bundle ships it, without a page around it: it parses a
 * recording, keeps the time, and says what its terminal is to show.
 */
export interface Played {
  /** Seconds. */
  readonly duration: number;
  readonly markers: readonly unknown[];
  readonly size: { readonly cols: number; readonly rows: number };
  /** What its terminal is given, in order: text, or a new size. */
  readonly shown: readonly (string | { readonly cols: number; readonly rows: number })[];
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly params?: { readonly name: string; readonly event: unknown };
}

type Post = (message: Message) => void;
type OnMessage = (event: { data: { id: number; method: string; params?: unknown } }) => void;

const require = createRequire(import.meta.url);
const bundle = require.resolve("asciinema-player/dist/bundle/asciinema-player-worker.min.js");

export async function playToTheEnd(recording: string): Promise<Played> {
  const answers = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const told = new Map<string, unknown[]>();
  const shown: Played["shown"][number][] = [];
  const post: Post = ({ id, result, error, params }) => {
    if (params) {
      told.set(params.name, [...(told.get(params.name) ?? []), params.event]);
      if (params.name === "output") shown.push(...(params.event as string[]));
      if (params.name === "resize") shown.push(params.event as Played["size"]);
    }
    if (id === undefined) return;
    if (error) answers.get(id)!.reject(new Error(error.message));
    else answers.get(id)!.resolve(result);
  };
  const worker: OnMessage = new Function(
    "onmessage",
    "postMessage",
    `${readFileSync(bundle, "utf8")}\nreturn onmessage;`,
  )(undefined, post);
  const call = (method: string, params?: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const id = answers.size;
      answers.set(id, { resolve, reject });
      worker({ data: { id, method, params } });
    });

  await call("new", [
    { driver: "recording", data: recording },
    { speed: 1, preload: false },
  ]);
  for (const name of ["metadata", "reset", "output", "resize", "error"])
    await call("addEventListener", [name]);
  const ready = call("init");
  await call("terminalReady");
  await ready;
  await call("seek", "100%");
  const [metadata] = (told.get("metadata") ?? []) as { duration: number; markers: unknown[] }[];
  const [reset] = (told.get("reset") ?? []) as { size: Played["size"] }[];
  if (!metadata || !reset) throw new Error(`the player did not start: ${JSON.stringify([...told])}`);
  return { ...metadata, size: reset.size, shown };
}
