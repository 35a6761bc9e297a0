import type { PaneId } from "../core/ids.ts";
import type { Clock } from "../core/ports.ts";
import type { Pane } from "../core/tree/tree.ts";
import type { EventParams } from "../protocol/events.ts";
import type { DescribedPlace } from "../protocol/pane.ts";
import { placeOf } from "./describe-pane.ts";
import type { NativeServer, PanePlace } from "./host.ts";

/** The newest change of a pane's agent. */
export type AgentChange = NearChange | { readonly far: FarPane; readonly sequence: number };

interface NearChange {
  readonly at: PanePlace;
  readonly sequence: number;
  readonly place: DescribedPlace;
  /** Undefined: the pane was closed. */
  readonly pane: Pane | undefined;
}

/** A pane on a host, as the host has reported it to a team. */
export interface FarPane {
  /** Hint of the team. */
  readonly team: string;
  /** As it is here; undefined: it is no context of the team. */
  readonly contextId: string | undefined;
  readonly params: Omit<EventParams<"mullion.agent_state_changed">, "agent_sequence" | "context_id">;
}

/** Closed panes of which readers can still be notified. */
const MAX_CLOSED = 1_000;

/**
 * The newest change of every pane's agent, ordered by sequence. Earlier changes of a pane are not kept, because only its
 * newest state counts: a reader at any position receives each pane at most once, whatever it missed.
 */
export class AgentChanges {
  readonly #clock: Clock;
  readonly #newest = new Map<string, AgentChange>();
  readonly #readers = new Set<() => void>();
  readonly #closed: string[] = [];
  #sequence: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#sequence = clock.now();
  }

  /** Number of the newest change. */
  get sequence(): number {
    return this.#sequence;
  }

  watch(server: NativeServer): void {
    const { events, panes, sessions } = server.mux.server;
    const changed = ({ pane: id }: { readonly pane: PaneId }) => this.#note(server, id, panes.get(id));
    events.on("pane-created", changed);
    events.on("pane-respawned", changed);
    events.on("pane-state-changed", changed);
    // A change has the pane's place, which names the session.
    events.on("session-renamed", ({ session }) => {
      for (const { window } of sessions.get(session)?.links ?? [])
        for (const pane of window.panes) this.#note(server, pane.id, pane);
    });
    events.on("pane-closed", ({ pane }) => this.#note(server, pane, undefined));
  }

  /** Counts the panes that a previous daemon left as changed. */
  restored(servers: readonly NativeServer[]): void {
    for (const server of servers)
      for (const pane of server.mux.server.panes.values()) this.#note(server, pane.id, pane);
  }

  /** The changes after this number, oldest first. */
  since(sequence: number): AgentChange[] {
    return [...this.#newest.values()].filter((change) => change.sequence > sequence);
  }

  /** Calls `run` after each change; the returned function unsubscribes. */
  onChange(run: () => void): () => void {
    this.#readers.add(run);
    return () => this.#readers.delete(run);
  }

  /** Notes a change on a host. `key` has a space, unlike those of panes here. */
  noteFar(key: string, far: FarPane): void {
    this.#put(key, (sequence) => ({ far, sequence }));
  }

  /** Removes a pane of a host. */
  forget(key: string): void {
    this.#newest.delete(key);
  }

  #note({ key: server }: NativeServer, id: PaneId, pane: Pane | undefined): void {
    const key = `${server}${id}`;
    const before = this.#newest.get(key);
    const place = pane ? placeOf(pane) : before && "place" in before ? before.place : undefined;
    if (!place) return;
    if (!pane) this.#forgetOldest(key);
    this.#put(key, (sequence) => ({ at: { server, pane: id }, sequence, place, pane }));
  }

  #put(key: string, make: (sequence: number) => AgentChange): void {
    // Numbers of an earlier daemon were lower, because it counted from an earlier time.
    this.#sequence = Math.max(this.#sequence + 1, this.#clock.now());
    this.#newest.delete(key);
    this.#newest.set(key, make(this.#sequence));
    for (const run of [...this.#readers]) run();
  }

  #forgetOldest(closed: string): void {
    this.#closed.push(closed);
    if (this.#closed.length > MAX_CLOSED) this.#newest.delete(this.#closed.shift() ?? "");
  }
}
