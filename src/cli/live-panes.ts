import type { EventMap, EventName } from "../core/events.ts";
import type { PaneId } from "../core/ids.ts";
import type { Mux } from "../core/mux.ts";
import type { Clock } from "../core/ports.ts";
import type { Pane } from "../core/tree/tree.ts";
import type { CliContext } from "./context.ts";
import { leadingClock } from "./leading-clock.ts";

type WatchedDaemon = Pick<CliContext, "servers" | "onTreeChange" | "clock">;

export interface LivePanesOptions<Row> {
  /** The first change is reported at once, those within this time after it together. */
  readonly pauseMs: number;
  /** `known`: the previous row of a pane that has only printed since; undefined: read everything. */
  read(mux: Mux, pane: Pane, known: Row | undefined): Row;
  onChanged(): void;
}

/** Events that change nothing in a list of panes. */
const UNSEEN: ReadonlySet<EventName> = new Set([
  "pane-mode-changed",
  "pane-focus-in",
  "pane-focus-out",
  "pane-passed-through",
  "pane-clipboard-set",
  "window-layout-changed",
  "window-resized",
  "client-active",
  "client-resized",
  "buffer-changed",
  "buffer-deleted",
  "keys-changed",
]);

interface Watched<Row> {
  readonly mux: Mux;
  readonly rows: Map<PaneId, Row>;
  /** Panes to read again; `true`: everything, also what asks the system. */
  readonly stale: Map<PaneId, boolean>;
  /** Names of sessions or windows changed, or a pane came into view. */
  allStale: boolean;
  /** Something changed that is not worth a report of its own, such as the size of a window. */
  hasUnseen: boolean;
  stop(): void;
}

/**
 * Every pane of every server, kept up to date by events: nothing runs while nothing happens. A pane that prints costs one
 * entry in a set for each event, and one look at its last line in each pause.
 */
export class LivePanes<Row> {
  readonly #context: WatchedDaemon;
  readonly #options: LivePanesOptions<Row>;
  readonly #clock: Clock;
  readonly #servers = new Map<Mux, Watched<Row>>();
  readonly #stop: () => void;
  #cancel: (() => void) | undefined;

  constructor(context: WatchedDaemon, options: LivePanesOptions<Row>) {
    this.#context = context;
    this.#options = options;
    this.#clock = leadingClock(context.clock);
    this.#findServers();
    this.#stop = context.onTreeChange(() => this.#later());
    this.#refresh();
  }

  get all(): readonly Row[] {
    return [...this.#servers.values()].flatMap(({ rows }) => [...rows.values()]);
  }

  /**
   * Reads every pane now, and reports pending changes. A pane without events keeps its row if `isCurrent` says that
   * nothing has happened in its program.
   */
  readAll(isCurrent: (pane: Pane, row: Row) => boolean): void {
    this.#findServers();
    for (const watched of this.#servers.values()) {
      const { mux, rows, stale, hasUnseen } = watched;
      for (const [id, pane] of mux.server.panes) {
        const row = hasUnseen || stale.has(id) ? undefined : rows.get(id);
        if (row === undefined || !isCurrent(pane, row)) stale.set(id, true);
      }
      watched.hasUnseen = false;
    }
    this.#report();
  }

  close(): void {
    this.#stop();
    this.#cancel?.();
    for (const { stop } of this.#servers.values()) stop();
  }

  #findServers(): void {
    const servers = this.#context.servers();
    for (const mux of servers) if (!this.#servers.has(mux)) this.#watch(mux);
    for (const [mux, { stop }] of this.#servers) {
      if (servers.includes(mux)) continue;
      stop();
      this.#servers.delete(mux);
    }
  }

  #watch(mux: Mux): void {
    const watched: Watched<Row> = {
      mux,
      rows: new Map(),
      stale: new Map([...mux.server.panes.keys()].map((id) => [id, true])),
      allStale: false,
      hasUnseen: false,
      stop: mux.server.events.onAny((name, event) => {
        if (UNSEEN.has(name)) {
          watched.hasUnseen = true;
          return;
        }
        note(watched, name, event);
        this.#later();
      }),
    };
    this.#servers.set(mux, watched);
  }

  #later(): void {
    this.#cancel ??= this.#clock.after(this.#options.pauseMs, () => {
      this.#findServers();
      this.#report();
    });
  }

  #report(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#refresh();
    this.#options.onChanged();
  }

  #refresh(): void {
    for (const watched of this.#servers.values()) refresh(watched, this.#options.read);
  }
}

function note<Row>(watched: Watched<Row>, name: EventName, event: EventMap[EventName]): void {
  if ("pane" in event)
    watched.stale.set(event.pane, name !== "pane-output" || (watched.stale.get(event.pane) ?? false));
  else watched.allStale = true;
}

function refresh<Row>(watched: Watched<Row>, read: LivePanesOptions<Row>["read"]): void {
  const { mux, rows, stale, allStale } = watched;
  const { panes } = mux.server;
  if (allStale) for (const id of panes.keys()) stale.set(id, stale.get(id) ?? false);
  for (const [id, again] of stale) {
    const pane = panes.get(id);
    if (pane) rows.set(id, read(mux, pane, again ? undefined : rows.get(id)));
    else rows.delete(id);
  }
  if (allStale) for (const id of rows.keys()) if (!panes.has(id)) rows.delete(id);
  stale.clear();
  watched.allStale = false;
}
