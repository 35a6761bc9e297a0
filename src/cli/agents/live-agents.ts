import { isAgent } from "../../core/agent/agent-identity.ts";
import type { EventMap, EventName } from "../../core/events.ts";
import type { PaneId } from "../../core/ids.ts";
import type { Mux } from "../../core/mux.ts";
import type { Clock } from "../../core/ports.ts";
import type { Pane } from "../../core/tree/tree.ts";
import type { CliContext } from "../context.ts";
import { type AgentRow, agentRow } from "./agent-rows.ts";

/** Changes within this time are reported together. */
const PAUSE_MS = 50;

/** Events that change nothing in a list of agents. */
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

interface Watched {
  readonly mux: Mux;
  readonly agents: Map<PaneId, AgentRow>;
  /** Panes to read again; `true`: also whether the pane has an agent, which asks the system. */
  readonly stale: Map<PaneId, boolean>;
  /** Names of sessions or windows changed, or a pane came into view. */
  allStale: boolean;
  stop(): void;
}

/**
 * Every pane of every server, kept up to date by events: nothing runs while nothing happens. A pane that prints costs one
 * entry in a set for each event, and one look at its last line in each pause.
 */
export class LiveAgents {
  readonly #context: Pick<CliContext, "servers" | "onTreeChange"> & { readonly clock: Clock };
  readonly #onChanged: () => void;
  readonly #servers = new Map<Mux, Watched>();
  readonly #stop: () => void;
  #cancel: (() => void) | undefined;

  constructor(context: CliContext, onChanged: () => void) {
    this.#context = context;
    this.#onChanged = onChanged;
    this.#findServers();
    this.#stop = context.onTreeChange(() => this.#later());
    for (const watched of this.#servers.values()) refresh(watched);
  }

  get all(): readonly AgentRow[] {
    return [...this.#servers.values()].flatMap(({ agents }) => [...agents.values()]);
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
    const watched: Watched = {
      mux,
      agents: new Map(),
      stale: new Map([...mux.server.panes.keys()].map((id) => [id, true])),
      allStale: false,
      stop: mux.server.events.onAny((name, event) => {
        if (UNSEEN.has(name)) return;
        note(watched, name, event);
        this.#later();
      }),
    };
    this.#servers.set(mux, watched);
  }

  #later(): void {
    this.#cancel ??= this.#context.clock.after(PAUSE_MS, () => {
      this.#cancel = undefined;
      this.#findServers();
      for (const watched of this.#servers.values()) refresh(watched);
      this.#onChanged();
    });
  }
}

function note(watched: Watched, name: EventName, event: EventMap[EventName]): void {
  if ("pane" in event)
    watched.stale.set(event.pane, name !== "pane-output" || (watched.stale.get(event.pane) ?? false));
  else watched.allStale = true;
}

function refresh(watched: Watched): void {
  const { mux, agents, stale, allStale } = watched;
  const { panes } = mux.server;
  if (allStale) for (const id of panes.keys()) stale.set(id, stale.get(id) ?? false);
  for (const [id, again] of stale) {
    const pane = panes.get(id);
    if (pane) agents.set(id, read(mux, pane, again ? undefined : agents.get(id)));
    else agents.delete(id);
  }
  if (allStale) for (const id of agents.keys()) if (!panes.has(id)) agents.delete(id);
  stale.clear();
  watched.allStale = false;
}

function read(mux: Mux, pane: Pane, known: AgentRow | undefined): AgentRow {
  return agentRow(mux, pane, mux.server.agents.lastOf(pane), known?.agent ?? isAgent(pane));
}
