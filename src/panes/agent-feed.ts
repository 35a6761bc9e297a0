import type { EventName } from "../protocol/events.ts";
import type { AgentChange, AgentChanges, FarPane } from "./agent-changes.ts";
import type { Context } from "./context.ts";
import type { Contexts } from "./contexts.ts";
import { describeAgent, placeOf } from "./describe-pane.ts";
import type { FarTeams } from "./far-teams.ts";
import type { NativeHost } from "./host.ts";
import type { EventSink } from "./output-feed.ts";
import type { Team } from "./team.ts";

/** Changes of one pane within this time become one event. */
const COALESCED_MS = 50;

/** What a reader subscribes to. */
export interface WantedEvents {
  readonly events: ReadonlySet<EventName>;
  /** Undefined: all contexts of the team, including future ones. */
  readonly contexts?: ReadonlySet<string> | undefined;
  readonly agents?: "all" | "team" | undefined;
  /** Also agents on hosts: those with contexts of the team, or every host. */
  readonly hosts?: "team" | "all" | undefined;
}

/** Where the events of all readers come from. */
export interface EventSources {
  readonly host: NativeHost;
  readonly contexts: Contexts;
  readonly agentChanges: AgentChanges;
  readonly far: FarTeams;
}

interface AgentFeedOptions {
  readonly team: Team;
  readonly sink: EventSink;
  readonly wanted: WantedEvents;
  /** Number of the last change that the reader knows; undefined: the newest. */
  readonly position: number | undefined;
  /** Whether events of the context have to wait. */
  isHeld(context: FeedContext): boolean;
}

type FeedContext = Pick<Context, "id" | "started">;

/**
 * Sends changes of agents to one reader. Nothing is queued: the feed has a position, and describes each pane when it
 * sends, so that a slow reader receives the newest state. Without a change there is no timer.
 */
export class AgentFeed {
  readonly #sources: EventSources;
  readonly #options: AgentFeedOptions;
  readonly #stops: readonly (() => void)[];
  #position: number;
  #cancel: (() => void) | undefined;
  #started = false;
  #sending = false;

  constructor(sources: EventSources, options: AgentFeedOptions) {
    const { agentChanges, far } = sources;
    const { team, wanted, position } = options;
    this.#sources = sources;
    this.#options = options;
    this.#position = position ?? agentChanges.sequence;
    this.#stops = [
      agentChanges.onChange(() => this.#sendSoon()),
      ...(wanted.hosts ? [far.followAgents(team, wanted.hosts)] : []),
    ];
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
    this.#cancel?.();
    for (const stop of this.#stops) stop();
  }

  /** Sends what the reader accepts now. A description may itself find a change, which follows later. */
  send(): void {
    if (!this.#started || this.#sending || this.#cancel) return;
    this.#sending = true;
    for (const change of this.#sources.agentChanges.since(this.#position)) {
      if (this.#options.sink.congested || !this.#pass(change)) break;
      this.#position = change.sequence;
    }
    this.#sending = false;
  }

  #sendSoon(): void {
    if (!this.#started) return;
    this.#cancel ??= this.#sources.host.clock.after(COALESCED_MS, () => {
      this.#cancel = undefined;
      this.send();
    });
  }

  /** Returns false if the event has to wait. */
  #pass(change: AgentChange): boolean {
    const context = this.#contextOf(change);
    if (!this.#wants(change, context)) return true;
    if (context && this.#options.isHeld(context)) return false;
    this.#options.sink.send({
      method: "mullion.agent_state_changed",
      params: { ...paramsOf(change), context_id: context?.id, agent_sequence: change.sequence },
    });
    return true;
  }

  /** The reader's context in the pane. */
  #contextOf(change: AgentChange): FeedContext | undefined {
    if ("far" in change) {
      const { contextId: id } = change.far;
      return id === undefined ? undefined : { id, started: true };
    }
    const context = this.#sources.contexts.at(change.at);
    return context && this.#options.team.has(context) ? context : undefined;
  }

  #wants(change: AgentChange, context: FeedContext | undefined): boolean {
    const { team, wanted } = this.#options;
    if ("far" in change && (!wanted.hosts || change.far.team !== team.hint)) return false;
    if (wanted.contexts) return wanted.contexts.has(context?.id ?? "");
    return wanted.agents !== "team" || context !== undefined;
  }
}

function paramsOf(change: AgentChange): FarPane["params"] {
  if ("far" in change) return change.far.params;
  const { at, pane, place } = change;
  return { pane_id: at.pane, ...(pane ? placeOf(pane) : place), agent: pane && describeAgent(pane) };
}
