import { createReadStream } from "node:fs";
import { constants } from "node:os";
import { getSystemErrorMap } from "node:util";
import { attempt } from "../../core/attempt.ts";
import { MuxError } from "../../core/errors.ts";

/** The system's message for an error code: "no space left on device" for ENOSPC. */
export function errnoText(code: string): string {
  const number = (constants.errno as Readonly<Record<string, number>>)[code];
  return (number !== undefined && getSystemErrorMap().get(-number)?.[1]) || code;
}

/** What to show, and how long after the previous scene. */
export interface CastScene {
  readonly afterMs: number;
  readonly kind: "output" | "resize";
  readonly data: string;
}

export interface Cast {
  readonly cols: number;
  readonly rows: number;
  /** Maximum length of a pause. */
  readonly idleLimitMs: number | undefined;
  readonly scenes: AsyncIterable<CastScene>;
}

/** No event of a valid recording is longer. */
const MAX_LINE = 16 * 1024 * 1024;

/** Reads an asciinema recording, version 2 or 3, while it is played. */
export function readCast(path: string): Promise<Cast> {
  return readCastLines(linesOf(path), path);
}

/** `path` is for error messages. */
export async function readCastLines(lines: AsyncGenerator<string>, path: string): Promise<Cast> {
  const { value: first } = await lines.next();
  const shape = headerOf(first === undefined ? undefined : parse(first));
  if (!shape) throw new MuxError("bad-value", `${path} is not a recording (asciicast version 2 or 3)`);
  return { ...shape, scenes: scenesOf(lines, { path, relative: shape.relative }) };
}

interface Header {
  readonly version?: unknown;
  readonly width?: unknown;
  readonly height?: unknown;
  readonly idle_time_limit?: unknown;
  readonly term?: { readonly cols?: unknown; readonly rows?: unknown };
}

function headerOf(value: unknown) {
  const header = value as Header | null;
  if (typeof header !== "object" || header === null || Array.isArray(header)) return undefined;
  const relative = header.version === 3;
  if (!relative && header.version !== 2) return undefined;
  const cols = Number(relative ? header.term?.cols : header.width);
  const rows = Number(relative ? header.term?.rows : header.height);
  if (!(cols > 0 && rows > 0)) return undefined;
  const idle = Number(header.idle_time_limit);
  return { relative, cols, rows, idleLimitMs: idle > 0 ? idle * 1000 : undefined };
}

async function* scenesOf(
  lines: AsyncIterable<string>,
  { path, relative }: { readonly path: string; readonly relative: boolean },
): AsyncGenerator<CastScene> {
  let [before, waited] = [0, 0];
  for await (const line of lines) {
    if (line === "" || line.startsWith("#")) continue;
    const event = parse(line);
    const [time, code, data] = Array.isArray(event) ? (event as unknown[]) : [];
    if (typeof time !== "number" || typeof code !== "string" || typeof data !== "string")
      throw new MuxError("bad-value", `${path}: this is not an event: ${line.slice(0, 60)}`);
    waited += Math.max(0, relative ? time : time - before) * 1000;
    before = time;
    if (code !== "o" && code !== "r") continue;
    yield { afterMs: waited, kind: code === "o" ? "output" : "resize", data };
    waited = 0;
  }
}

function parse(line: string): unknown {
  return attempt(() => JSON.parse(line));
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = "";
  try {
    for await (const chunk of createReadStream(path, { encoding: "utf8" })) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop()!;
      if (rest.length > MAX_LINE) throw new MuxError("too-large", `${path} holds a line that is too long`);
      yield* lines;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof MuxError || code === undefined) throw error;
    throw new MuxError("bad-value", `cannot read ${path}: ${errnoText(code)}`);
  }
  if (rest !== "") yield rest;
}
