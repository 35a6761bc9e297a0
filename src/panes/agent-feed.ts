import type { Clock } from "../core/ports.ts";
import type { AgentChange, AgentChanges, FarChange, FarPane, NearChange } from "./agent-changes.ts";
import type { Context } from "./context.ts";
import { describeAgent, placeOf } from "./describe-pane.ts";
import type { PanePlace } from "./host.ts";
import type { EventSink } from "./output-feed.ts";

/** Changes of one pane within this time become one event. */
const COALESCED_MS = 50;

export interface AgentFeedOptions {
  readonly changes: AgentChanges;
  readonly clock: Clock;
  readonly sink: EventSink;
  /** Number of the last change that the reader knows. */
  readonly position: number;
  /** The reader's context in a pane. */
  contextAt(place: PanePlace): Context | undefined;
  /** Whether the reader wants events of panes that are this context, or none. */
  wants(context: Context | undefined): boolean;
  /** Whether the reader wants events of this pane of a host. */
  wantsFar(pane: FarPane): boolean;
  /** Whether events of the context have to wait. */
  isHeld(context: Pick<Context, "id" | "started">): boolean;
  onClosed(): void;
}

/**
 * Sends changes of agents to one reader. Nothing is queued: the feed has a position, and describes each pane when it
 * sends, so that a slow reader receives the newest state. Without a change there is no timer.
 */
export class AgentFeed {
  readonly #options: AgentFeedOptions;
  readonly #ignore: () => void;
  #position: number;
  #cancel: (() => void) | undefined;
  #started = false;
  #sending = false;

  constructor(options: AgentFeedOptions) {
    this.#options = options;
    this.#position = options.position;
    this.#ignore = options.changes.onChange(() => this.#sendSoon());
  }

  get position(): number {
    return this.#position;
  }

  start(): void {
    this.#started = true;
    this.#sendSoon();
  }

  close(): void {
    this.#started = false;
    this.#ignore();
    this.#cancel?.();
    this.#options.onClosed();
  }

  /** Sends what the reader accepts now. A description may itself find a change, which follows later. */
  send(): void {
    if (!this.#started || this.#sending || this.#cancel) return;
    this.#sending = true;
    const { changes, sink } = this.#options;
    for (const change of changes.since(this.#position)) {
      if (sink.congested || !this.#pass(change)) break;
      this.#position = change.sequence;
    }
    this.#sending = false;
  }

  #sendSoon(): void {
    if (!this.#started) return;
    this.#cancel ??= this.#options.clock.after(COALESCED_MS, () => {
      this.#cancel = undefined;
      this.send();
    });
  }

  /** Returns false if the event has to wait. */
  #pass(change: AgentChange): boolean {
    return "far" in change ? this.#passFar(change) : this.#passNear(change);
  }

  #passFar({ far, sequence }: FarChange): boolean {
    const { sink, wantsFar, isHeld } = this.#options;
    const { contextId: id, params } = far;
    if (!wantsFar(far)) return true;
    if (id !== undefined && isHeld({ id, started: true })) return false;
    sink.send({
      method: "mullion.agent_state_changed",
      params: { ...params, ...(id !== undefined && { context_id: id }), agent_sequence: sequence },
    });
    return true;
  }

  #passNear({ at, pane, place, sequence }: NearChange): boolean {
    const { sink, contextAt, wants, isHeld } = this.#options;
    const context = contextAt(at);
    if (context && isHeld(context)) return false;
    if (!wants(context)) return true;
    sink.send({
      method: "mullion.agent_state_changed",
      params: {
        pane_id: at.pane,
        ...(pane ? placeOf(pane) : place),
        ...(context && { context_id: context.id }),
        ...(pane && { agent: describeAgent(pane) }),
        agent_sequence: sequence,
      },
    });
    return true;
  }
}
