import type { EventMap, EventName } from "../../../core/events.ts";
import type { PaneId } from "../../../core/ids.ts";
import type { Pane, Server } from "../../../core/tree/tree.ts";
import type { NativeServer } from "../../../panes/host.ts";
import type { PagePane, PageViewer } from "../../../protocol/page.ts";
import type { HttpHost } from "../host.ts";
import { type HttpTerminal, terminalId } from "../terminals/terminals.ts";
import { pagePane } from "./page-pane.ts";

/** A pane as every page of the owner lists it: described and written as JSON once for all of them. */
export interface ListedPane {
  readonly terminal: HttpTerminal;
  readonly described: PagePane;
  readonly text: string;
  /** All places of its window, as far as the description does not contain them. */
  readonly places: string;
}

export interface HouseNews {
  readonly panes: readonly ListedPane[];
  readonly gone: readonly string[];
  /** Sessions or windows may have changed. */
  readonly windows: boolean;
}

/** Changes come in bursts: the first of a burst waits this long for the others. */
const BURST_MS = 30;
/** Between two messages: at most ten a second. */
const PACE_MS = 100;
/** A pane that prints has another last line, and perhaps another program in front: this is read at most so often. */
const PRINTED_MS = 1_000;

/** Events that change nothing of what a page lists. */
const UNSEEN: ReadonlySet<EventName> = new Set([
  "pane-mode-changed",
  "pane-mode-redrawn",
  "pane-input-changed",
  "pane-passed-through",
  "pane-clipboard-set",
  "alert-bell",
  "alert-activity",
  "alert-silence",
  "client-active",
  "client-resized",
  "buffer-changed",
  "buffer-deleted",
  "option-changed",
  "keys-changed",
]);

interface WatchedServer {
  /** Panes to describe again with the next message. */
  readonly stale: Set<PaneId>;
  /** Panes that only printed. */
  readonly printed: Set<PaneId>;
  /** Ids of the panes that pages know. */
  readonly known: Map<PaneId, string>;
  /** Panes that terminals show. */
  readonly attended: Set<PaneId>;
  stop(): void;
}

/**
 * All panes as pages list them, kept up to date by events while at least one page is open. A pane that prints costs an
 * entry in a set for each event, and one description a second; a silent one costs nothing.
 */
export class HouseWatch {
  readonly #host: Pick<HttpHost, "servers" | "onChange">;
  readonly #pages = new Set<(news: HouseNews) => void>();
  readonly #servers = new Map<NativeServer, WatchedServer>();
  readonly #panes = new Map<string, ListedPane>();
  /** The pages that show a pane as a full terminal. */
  readonly #viewers = new Map<string, Set<PageViewer>>();
  #stop: (() => void) | undefined;
  #soon: NodeJS.Timeout | undefined;
  #later: NodeJS.Timeout | undefined;
  #lastNews = 0;
  #windowsStale = false;

  constructor(host: Pick<HttpHost, "servers" | "onChange">) {
    this.#host = host;
  }

  /** Complete for a page that has joined. */
  get panes(): Iterable<ListedPane> {
    return this.#panes.values();
  }

  find(id: string): ListedPane | undefined {
    return this.#panes.get(id);
  }

  /** Calls `page` with all further news. The returned function leaves; without a page nothing is watched. */
  join(page: (news: HouseNews) => void): () => void {
    this.#pages.add(page);
    if (!this.#stop) {
      this.#stop = this.#host.onChange(() => this.#sendSoon());
      this.#collect();
    }
    return () => {
      this.#pages.delete(page);
      if (this.#pages.size === 0) this.#rest();
    };
  }

  /** A page shows `ids` as full terminals, and no longer `before`. */
  view(viewer: PageViewer, ids: readonly string[], before: readonly string[]): void {
    for (const id of before) {
      const viewers = this.#viewers.get(id);
      viewers?.delete(viewer);
      if (viewers?.size === 0) this.#viewers.delete(id);
    }
    for (const id of ids) this.#viewers.set(id, (this.#viewers.get(id) ?? new Set()).add(viewer));
    for (const id of new Set([...before, ...ids])) this.#viewersChanged(id);
  }

  #viewersChanged(id: string): void {
    const { server, pane } = this.#panes.get(id)?.terminal ?? {};
    if (!server || !pane) return;
    this.#servers.get(server)?.stale.add(pane.id);
    this.#sendSoon();
  }

  #rest(): void {
    this.#stop?.();
    this.#stop = undefined;
    clearTimeout(this.#soon);
    clearTimeout(this.#later);
    this.#soon = this.#later = undefined;
    for (const { stop } of this.#servers.values()) stop();
    this.#servers.clear();
    this.#panes.clear();
  }

  #sendSoon(): void {
    if (!this.#stop) return;
    this.#soon ??= setTimeout(
      () => this.#send(),
      Math.max(BURST_MS, this.#lastNews + PACE_MS - performance.now()),
    );
  }

  #sendLater(): void {
    this.#later ??= setTimeout(() => {
      this.#later = undefined;
      for (const { stale, printed } of this.#servers.values()) {
        for (const id of printed) stale.add(id);
        printed.clear();
      }
      this.#sendSoon();
    }, PRINTED_MS);
  }

  #send(): void {
    this.#soon = undefined;
    this.#lastNews = performance.now();
    const news = this.#collect();
    if (news.panes.length === 0 && news.gone.length === 0 && !news.windows) return;
    for (const page of [...this.#pages]) page(news);
  }

  #collect(): HouseNews {
    const gone = this.#findServers();
    const panes: ListedPane[] = [];
    for (const [server, watched] of this.#servers) {
      for (const id of watched.stale) {
        const pane = server.mux.server.panes.get(id);
        if (!pane) gone.push(...this.#forget(watched, id));
        else panes.push(...this.#list(server, watched, pane));
      }
      watched.stale.clear();
    }
    const windows = this.#windowsStale;
    this.#windowsStale = false;
    return { panes, gone, windows };
  }

  /** The pane, if its description has changed. */
  #list(server: NativeServer, { known, attended }: WatchedServer, pane: Pane): ListedPane[] {
    const id = terminalId(server, pane);
    const terminal = { id, server, pane };
    const described = pagePane(terminal, this.#viewers.get(id) ?? []);
    const text = JSON.stringify(described);
    const places = otherPlaces(pane);
    known.set(pane.id, id);
    if (described.viewers.some(({ kind }) => kind === "terminal")) attended.add(pane.id);
    else attended.delete(pane.id);
    const before = this.#panes.get(id);
    if (before?.text === text && before.places === places) return [];
    const listed = { terminal, described, text, places };
    this.#panes.set(id, listed);
    return [listed];
  }

  #forget({ known, attended }: WatchedServer, pane: PaneId): string[] {
    const id = known.get(pane);
    attended.delete(pane);
    if (id === undefined) return [];
    known.delete(pane);
    this.#panes.delete(id);
    return [id];
  }

  /** Watches servers that are new. Returns the ids of panes whose server has ended. */
  #findServers(): string[] {
    const servers = this.#host.servers();
    const gone: string[] = [];
    for (const [server, watched] of this.#servers) {
      if (servers.includes(server)) continue;
      watched.stop();
      this.#servers.delete(server);
      this.#windowsStale = true;
      for (const id of [...watched.known.keys()]) gone.push(...this.#forget(watched, id));
    }
    for (const server of servers) if (!this.#servers.has(server)) this.#watch(server);
    return gone;
  }

  #watch(server: NativeServer): void {
    const { events, panes } = server.mux.server;
    const watched: WatchedServer = {
      stale: new Set(panes.keys()),
      printed: new Set(),
      known: new Map(),
      attended: new Set(),
      stop: events.onAny((name, event) => {
        if (name === "pane-output") {
          watched.printed.add((event as EventMap["pane-output"]).pane);
          this.#sendLater();
        } else if (!UNSEEN.has(name)) {
          // A terminal that leaves names no pane.
          if (name.startsWith("client-")) for (const id of watched.attended) watched.stale.add(id);
          this.#note(server.mux.server, watched, event);
          this.#sendSoon();
        }
      }),
    };
    this.#servers.set(server, watched);
    this.#windowsStale = true;
  }

  /** An event names what it changed: a pane, or a window or session with all its panes. */
  #note(server: Server, { stale }: WatchedServer, event: EventMap[EventName]): void {
    if ("pane" in event) stale.add(event.pane);
    if ("pane" in event && !("window" in event)) return;
    this.#windowsStale = true;
    const window = "window" in event ? server.windows.get(event.window) : undefined;
    for (const { id } of window?.panes ?? []) stale.add(id);
    const session = "session" in event ? server.sessions.get(event.session) : undefined;
    for (const link of session?.links ?? []) for (const { id } of link.window.panes) stale.add(id);
  }
}

/** A page of a share link may be shown another place of a linked window than the first. */
function otherPlaces({ window: { links } }: Pane): string {
  return links
    .slice(1)
    .map(({ session, index }) => `${session.id}:${index} ${session.name}`)
    .join("\n");
}
