import { hostname } from "node:os";
import type { WebSocket } from "ws";
import { z } from "zod";
import type { PageHello, PageRequest } from "../../../protocol/page.ts";
import type { Admission } from "../admission.ts";
import type { HttpHost } from "../host.ts";
import { keepAlive, onMessage, POLICY } from "../reader-socket.ts";
import type { HouseNews, HouseWatch, ListedPane } from "./house-watch.ts";
import { pageWindows } from "./page-windows.ts";

/** Unsent bytes at which a page counts as one that does not read: nothing more is sent until it has read them. */
const MAX_UNSENT_BYTES = 1024 * 1024;
/** Panes that one page may name in a request. */
const MAX_IDS = 2_000;

const ids = z.array(z.uuid()).max(MAX_IDS);
const pageRequest = z.discriminatedUnion("type", [
  z.object({ type: z.literal("watch"), ids }),
  z.object({ type: z.literal("seen"), id: z.uuid() }),
  z.object({ type: z.literal("viewing"), ids }),
]) satisfies z.ZodType<PageRequest>;

export interface PageOptions {
  readonly host: HttpHost;
  readonly house: HouseWatch;
  readonly admission: Admission;
  /** Of the page that this daemon serves. */
  readonly build: string;
}

/** The socket of one open page: what `src/protocol/page.ts` defines. */
export function servePage(socket: WebSocket, options: PageOptions): void {
  const page = new PageSocket(socket, options);
  const stopPings = keepAlive(socket);
  const ignoreEnd = options.admission.onEnd(() => page.end("the page is no longer admitted"));
  onMessage(socket, pageRequest, (request) => page.take(request));
  socket.on("error", () => {});
  socket.on("close", () => {
    stopPings();
    ignoreEnd();
    page.close();
  });
}

class PageSocket {
  readonly #socket: WebSocket;
  readonly #options: PageOptions;
  readonly #leave: () => void;
  /** Ids of the panes that the page knows. */
  readonly #known = new Set<string>();
  #viewing: readonly string[] = [];
  #windows = "";
  /** The page did not read, and has missed changes: it needs the whole house again. */
  #behind = false;

  constructor(socket: WebSocket, options: PageOptions) {
    this.#socket = socket;
    this.#options = options;
    const { host, admission, build } = options;
    const hello: PageHello = {
      type: "hello",
      version: host.version,
      build,
      host: hostname(),
      access: admission.access,
    };
    this.#leave = options.house.join((news) => this.#pass(news));
    this.#send(JSON.stringify(hello));
    this.#sendHouse();
  }

  /** Returns what is wrong with the request, if anything. */
  take(request: PageRequest): undefined {
    if (request.type === "viewing") this.#view(request.ids.filter((id) => this.#known.has(id)));
    else if (request.type === "seen") this.#see(request.id);
  }

  end(reason: string): void {
    this.#socket.send(JSON.stringify({ type: "ended", reason }));
    this.#socket.close(POLICY, reason);
  }

  close(): void {
    this.#view([]);
    this.#leave();
  }

  #view(ids: readonly string[]): void {
    this.#options.house.view(ids, this.#viewing);
    this.#viewing = ids;
  }

  /** A read-only link shows a pane to a guest, not to the person whose pane it is. */
  #see(id: string): void {
    const terminal = this.#options.admission.mayWrite ? this.#options.house.find(id) : undefined;
    if (terminal && this.#covers({ terminal })) terminal.server.mux.paneSeen(terminal.pane);
  }

  #covers({ terminal }: Pick<ListedPane, "terminal">): boolean {
    return this.#options.admission.covers(terminal);
  }

  #pass({ panes, gone, windows }: HouseNews): void {
    if (this.#behind) return;
    const shown = panes.filter((pane) => this.#covers(pane));
    const hidden = panes.filter((pane) => !shown.includes(pane)).map(({ terminal }) => terminal.id);
    for (const { terminal } of shown) this.#known.add(terminal.id);
    const left = [...gone, ...hidden].filter((id) => this.#known.delete(id));
    const listed = windows && this.#takeWindows() ? `,"windows":${this.#windows}` : "";
    if (shown.length === 0 && left.length === 0 && listed === "") return;
    this.#send(`{"type":"change","panes":[${texts(shown)}],"gone":${JSON.stringify(left)}${listed}}`);
  }

  #sendHouse(): void {
    this.#behind = false;
    const panes = [...this.#options.house.panes].filter((pane) => this.#covers(pane));
    this.#known.clear();
    for (const { terminal } of panes) this.#known.add(terminal.id);
    this.#takeWindows();
    this.#send(`{"type":"house","panes":[${texts(panes)}],"windows":${this.#windows}}`);
  }

  /** Returns whether the windows differ from those that the page has. */
  #takeWindows(): boolean {
    const { host, admission } = this.#options;
    const before = this.#windows;
    this.#windows = JSON.stringify(pageWindows(host.servers(), admission));
    return this.#windows !== before;
  }

  #send(text: string): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    socket.send(text, () => {
      if (this.#behind && socket.readyState === socket.OPEN && socket.bufferedAmount === 0) this.#sendHouse();
    });
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) this.#behind = true;
  }
}

function texts(panes: readonly ListedPane[]): string {
  return panes.map(({ text }) => text).join(",");
}
