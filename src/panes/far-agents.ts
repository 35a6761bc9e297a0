import type { Clock } from "../core/ports.ts";
import type { EventParams } from "../protocol/events.ts";
import type { AgentChanges } from "./agent-changes.ts";
import { formatFarId } from "./far-ids.ts";
import type { FarBackend, FarHosts } from "./host.ts";

export interface FarAgentsOptions {
  readonly hosts: FarHosts;
  readonly host: string;
  /** Hint of the team. */
  readonly team: string;
  readonly changes: AgentChanges;
  readonly clock: Clock;
  /** A start is not answered yet: events of its pane follow the reply. */
  isStarting(): boolean;
  /** Whether the team has started this context, by its id there. */
  owns(id: string): boolean;
}

type Change = EventParams<"mullion.agent_state_changed">;

interface KnownAgent {
  readonly change: Change;
  readonly chars: number;
  readonly isOwn: boolean;
}

/**
 * Changes of a host count as changes here in batches: what a host sends must not run ahead of the clock, from which the
 * next daemon numbers its own changes.
 */
const BATCH = 25;
const BATCH_MS = 50;
/** What is kept of a host. */
const MAX_CHANGE_CHARS = 16 * 1024;
const MAX_CHARS = 8 * 1024 * 1024;
const MAX_CLOSED = 100;
/** The connection closes this long after its last reader. */
const IDLE_MS = 60_000;

/**
 * The agents of a host for the readers of one team: a connection of its own, on which the host's daemon pushes every pane
 * once and then what changes. Of each pane the newest state counts, so a host that sends fast replaces what it sent before.
 */
export class FarAgents {
  readonly #options: FarAgentsOptions;
  /** The newest state of each pane, by socket and pane of the host. */
  readonly #panes = new Map<string, KnownAgent>();
  /** Panes whose newest state is not counted yet. */
  readonly #pending = new Set<string>();
  /** Panes whose end the readers can still learn. */
  readonly #closed: string[] = [];
  #chars = 0;
  #backend: Promise<FarBackend> | undefined;
  #gone = new AbortController();
  #cancelBatch: (() => void) | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: FarAgentsOptions) {
    this.#options = options;
  }

  open(): void {
    clearTimeout(this.#idle);
    if (this.#backend) return;
    const { hosts, host, team } = this.#options;
    this.#gone = new AbortController();
    const opened = hosts.open({
      ...{ host, team, events: ["mullion.agent_state_changed"], wait: true, starts: false },
      signal: this.#gone.signal,
      // A cursor without a number of the agents: the host reports every pane.
      cursor: { sequence: 0, offsets: {} },
      onEvent: ({ method, params }) => {
        if (method === "mullion.agent_state_changed") this.#onChange(params);
        return undefined;
      },
      onEnd: () => this.#ended(opened),
    });
    this.#backend = opened;
    opened.catch(() => this.#ended(opened));
  }

  /** The host is gone for good: readers learn that its panes are closed. */
  end(): void {
    const opened = this.#backend;
    if (!opened) return;
    this.#ended(opened);
    this.#gone.abort();
    void opened.then((backend) => backend.close()).catch(() => {});
    this.#idle = setTimeout(() => this.close(), IDLE_MS).unref();
  }

  /** No reader is left, or the team has nothing there. */
  rest(): void {
    clearTimeout(this.#idle);
    if (this.#backend) this.#idle = setTimeout(() => this.close(), IDLE_MS).unref();
  }

  close(): void {
    clearTimeout(this.#idle);
    const opened = this.#backend;
    this.#backend = undefined;
    this.#gone.abort();
    this.#cancelBatch?.();
    this.#cancelBatch = undefined;
    void opened?.then((backend) => backend.close()).catch(() => {});
    for (const key of [...this.#panes.keys(), ...this.#closed]) this.#options.changes.forget(this.#name(key));
    this.#panes.clear();
    this.#pending.clear();
    this.#closed.length = 0;
    this.#chars = 0;
  }

  /** A context of the team was announced: its pane is one of the team's from now on. */
  onSpawned(id: string): void {
    for (const [key, { change }] of this.#panes) if (change.context_id === id) this.#pending.add(key);
    this.#countSoon();
  }

  /** The host was removed, or its daemon was ended with its panes. */
  #ended(opened: Promise<FarBackend>): void {
    if (this.#backend !== opened) return;
    this.#backend = undefined;
    for (const { change } of [...this.#panes.values()]) this.#keep({ ...change, agent: undefined });
    this.#countSoon();
  }

  #onChange(change: Change): void {
    if (!this.#gone.signal.aborted) this.#keep(change);
    this.#countSoon();
  }

  /** Keeps the newest state of a pane, as far as there is room. */
  #keep(change: Change): void {
    const key = `${change.socket} ${change.pane_id}`;
    const before = this.#panes.get(key);
    const chars = JSON.stringify(change).length;
    const all = this.#chars + chars - (before?.chars ?? 0);
    if (chars > MAX_CHANGE_CHARS || all > MAX_CHARS || (!before && !change.agent)) return;
    this.#chars = all;
    this.#panes.set(key, { change, chars, isOwn: before?.isOwn ?? false });
    this.#pending.add(key);
  }

  #countSoon(): void {
    if (this.#pending.size > 0)
      this.#cancelBatch ??= this.#options.clock.after(BATCH_MS, () => {
        this.#cancelBatch = undefined;
        if (!this.#options.isStarting()) this.#countBatch();
        this.#countSoon();
      });
  }

  #countBatch(): void {
    for (const key of [...this.#pending].slice(0, BATCH)) {
      this.#pending.delete(key);
      const agent = this.#panes.get(key);
      if (agent) this.#count(key, agent);
    }
  }

  #count(key: string, { change, chars, isOwn }: KnownAgent): void {
    const { host, team, changes, owns } = this.#options;
    const { context_id: id, agent_sequence: _number, ...params } = change;
    const isTeams = isOwn || (id !== undefined && owns(id));
    const contextId = isTeams && id !== undefined ? formatFarId(host, id) : undefined;
    changes.noteFar(this.#name(key), { team, contextId, params: { ...params, host } });
    if (change.agent) this.#panes.set(key, { change, chars, isOwn: isTeams });
    else this.#forget(key, chars);
  }

  #forget(key: string, chars: number): void {
    this.#chars -= chars;
    this.#panes.delete(key);
    this.#closed.push(key);
    const oldest = this.#closed.length > MAX_CLOSED ? this.#closed.shift() : undefined;
    if (oldest !== undefined && !this.#panes.has(oldest)) this.#options.changes.forget(this.#name(oldest));
  }

  /** Unique among the panes of this machine and of every host. */
  #name(key: string): string {
    const { team, host } = this.#options;
    return `${host} ${key} ${team}`;
  }
}
