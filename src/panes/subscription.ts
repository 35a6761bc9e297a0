import type { Params } from "../protocol/methods.ts";
import { AgentFeed, type EventSources, type WantedEvents } from "./agent-feed.ts";
import type { Context } from "./context.ts";
import { parseFarId } from "./far-ids.ts";
import { FarOutput } from "./far-output.ts";
import { type EventSink, OutputFeed } from "./output-feed.ts";
import type { LoggedEvent } from "./records.ts";
import type { Team } from "./team.ts";

export type Cursor = Params<"mullion.resume">["cursor"];

export interface SubscriptionOptions {
  readonly team: Team;
  readonly sink: EventSink;
  readonly wanted: WantedEvents;
  /** Undefined: from now on. */
  readonly cursor?: Cursor | undefined;
  /** Hosts that had not answered when an earlier subscription of the reader began: see `lateHosts`. */
  readonly lateHosts?: ReadonlySet<string> | undefined;
  /** The subscription has ended; no further event follows. */
  onClosed(): void;
}

/**
 * The events of one reader, each once and in order. Nothing is queued for the reader: the subscription has a position
 * in the team's log and one in each context's output, and sends what follows as fast as the reader accepts it. A reader
 * too slow for live output receives a gap; events wait in the log. So a slow reader costs no memory, and no pane waits
 * for it.
 */
export class Subscription {
  readonly #sources: EventSources;
  readonly #options: SubscriptionOptions;
  readonly #held = new Set<string>();
  readonly #feeds = new Map<string, OutputFeed>();
  /** Contexts that existed before the cursor: their repeated creation event is skipped. */
  readonly #known = new Set<string>();
  /** Contexts that had ended, with all of their output before the cursor, and their final offsets. */
  readonly #ended = new Map<string, number>();
  /** Output of contexts on hosts, by host. */
  readonly #far = new Map<string, FarOutput>();
  readonly #agents: AgentFeed | undefined;
  readonly #leaveLog: () => void;
  /** Number of the last event that was sent or skipped. */
  #sequence: number;
  #started = false;
  #pumping = false;
  #closed = false;
  /** Runs after everything else was sent. */
  #lastWord: (() => void) | undefined;

  constructor(sources: EventSources, options: SubscriptionOptions) {
    this.#sources = sources;
    this.#options = options;
    const { team, sink, wanted, cursor } = options;
    this.#sequence = cursor?.sequence ?? team.log.sequence;
    if (wanted.events.has("mullion.agent_state_changed")) {
      const position = cursor && (cursor.agent_sequence ?? 0);
      const isHeld = ({ id, started }: Pick<Context, "id" | "started">) => !started || this.#held.has(id);
      this.#agents = new AgentFeed(sources, { team, sink, wanted, position, isHeld });
    }
    this.#leaveLog = team.log.onAppended(() => this.#pump());
    for (const context of team.spawned.values()) if (context.started) this.#startFeed(context, cursor);
    for (const id of wanted.contexts ?? [])
      if (!this.#known.has(id) && !parseFarId(id)) this.#startFeed(team.context(id), cursor);
    for (const { name } of sources.far.all(team)) this.#openFar(name, cursor?.offsets, this.#isLate(name));
  }

  /**
   * Hosts that did not answer in time, so that the cursor of this subscription does not have their offsets. A next
   * subscription of the same reader with that cursor begins where such a host is when it answers, not at the first byte.
   */
  get lateHosts(): ReadonlySet<string> {
    return new Set([...this.#far].flatMap(([host, { isLate }]) => (isLate ? [host] : [])));
  }

  #isLate(host: string): boolean {
    const { cursor, lateHosts } = this.#options;
    if (!cursor || !lateHosts?.has(host)) return false;
    return !Object.keys(cursor.offsets).some((id) => parseFarId(id)?.host === host);
  }

  /** The current position. */
  cursor(): Cursor {
    const offsets = [...this.#feeds].map(([id, { position }]) => [id, position] as const);
    const far = [...this.#far.values()].flatMap((output) => [...output.offsets]);
    return {
      sequence: this.#sequence,
      offsets: Object.fromEntries([...this.#ended, ...offsets, ...far]),
      ...(this.#agents && { agent_sequence: this.#agents.position }),
    };
  }

  /**
   * Resolves when the position in the output of every host is known, or the host has not answered in time: the reader then
   * gets a gap for each of its contexts when it answers. Undefined: there is nothing to wait for.
   */
  positioned(): Promise<void> | undefined {
    const { cursor } = this.#options;
    if (cursor || this.#far.size === 0) return undefined;
    return Promise.all([...this.#far.values()].map((output) => output.open())).then(() => {});
  }

  /** Starts sending; call this after the reply that contains the cursor. */
  start(): void {
    if (this.#closed) return;
    this.#started = true;
    for (const feed of this.#feeds.values()) feed.start();
    for (const output of this.#far.values()) output.start();
    this.#agents?.start();
    this.#pump();
  }

  /** Delays events of this context until it is released. */
  hold(contextId: string): void {
    this.#held.add(contextId);
  }

  release(contextId: string): void {
    if (!this.#held.delete(contextId)) return;
    this.startAnswered();
    this.#pump();
  }

  /** A start on a host was answered: output of its context may follow. */
  startAnswered(): void {
    for (const output of this.#far.values()) output.drained();
  }

  /** The reader accepts more again. */
  drained(): void {
    for (const feed of [...this.#feeds.values()]) feed.drained();
    for (const output of this.#far.values()) output.drained();
    this.#pump();
  }

  /** Resolves when the reader has received every event and, as the last one, the end of the stream. */
  end(reason: string): Promise<void> {
    const { sink, wanted } = this.#options;
    return new Promise((resolve) => {
      this.#lastWord = () => {
        if (wanted.events.has("mullion.backend_ended") && !this.#closed)
          sink.send({ method: "mullion.backend_ended", params: { reason } });
        resolve();
      };
      if (this.#closed) this.#sayLastWord();
      else this.#pump();
    });
  }

  close(): void {
    this.#closed = true;
    this.#sayLastWord();
    this.#options.onClosed();
    this.#leaveLog();
    this.#agents?.close();
    for (const feed of this.#feeds.values()) feed.close();
    this.#feeds.clear();
    for (const output of this.#far.values()) output.close();
    this.#far.clear();
  }

  #pump(): void {
    if (!this.#started || this.#pumping) return;
    this.#pumping = true;
    this.#skipForgotten();
    while (!this.#closed && !this.#options.sink.congested && this.#sendNext());
    this.#agents?.send();
    this.#pumping = false;
    if (this.#sequence === this.#options.team.log.sequence) this.#sayLastWord();
  }

  #sayLastWord(): void {
    this.#lastWord?.();
    this.#lastWord = undefined;
  }

  #sendNext(): boolean {
    const { sink, team } = this.#options;
    const event = team.log.at(this.#sequence + 1);
    if (!event || !this.#isDue(event)) return false;
    this.#sequence += 1;
    if (this.#wants(event)) sink.send(event);
    return true;
  }

  /** The log keeps only the newest events. */
  #skipForgotten(): void {
    const { first } = this.#options.team.log;
    if (this.#closed || first <= this.#sequence + 1) return;
    const params = { kind: "events", from: this.#sequence + 1, to: first, reason: "expired" } as const;
    this.#options.sink.send({ method: "mullion.gap", params });
    this.#sequence = first - 1;
  }

  /** An exit follows the last of the output. */
  #isDue({ method, params }: LoggedEvent): boolean {
    const { context_id: id } = params;
    if (this.#held.has(id)) return false;
    if (method === "mullion.context_spawned") this.#spawned(id);
    const output = this.#far.get(parseFarId(id)?.host ?? "");
    if (method === "context_exited" && output) return output.isComplete(id, params.offset);
    const feed = this.#feeds.get(id);
    if (method !== "context_exited" || !feed) return true;
    if (!feed.complete) return false;
    feed.close();
    this.#feeds.delete(id);
    return true;
  }

  #openFar(host: string, given: Cursor["offsets"] | undefined, isLate = false): FarOutput | undefined {
    const { far, host: native } = this.#sources;
    const { team, sink, wanted } = this.#options;
    if (!wanted.events.has("context_output") || this.#far.has(host)) return undefined;
    const output = new FarOutput({
      ...{ hosts: native.hosts, clock: native.clock, host, team: team.hint, isLate, sink },
      offsets: isLate ? undefined : given,
      wants: (id) => wanted.contexts?.has(id) ?? true,
      isStarting: (id) => this.#held.has(id) || (far.find(team, host)?.isStarting ?? false),
      onProgress: () => this.#pump(),
    });
    this.#far.set(host, output);
    return output;
  }

  /** Output of a host begins with its first context there, and again with the first after a `mullion down` there. */
  #followFar(host: string, id: string): void {
    const former = this.#far.get(host);
    const live = new Set(this.#sources.far.find(this.#options.team, host)?.live);
    // A slow reader may learn of a context long after its host was ended.
    if (former && !(former.hasEnded && live.has(id))) return;
    const offsets = [...(former?.offsets ?? [])].filter(([each]) => each !== id && live.has(each));
    this.#far.delete(host);
    this.#openFar(host, Object.fromEntries(offsets))?.start();
  }

  #spawned(id: string): void {
    const far = parseFarId(id);
    if (far) this.#followFar(far.host, id);
    const context = this.#options.team.spawned.get(id);
    if (context && !this.#known.has(id)) this.#startFeed(context, { sequence: 0, offsets: {} })?.start();
  }

  #startFeed(context: Context, cursor: Cursor | undefined): OutputFeed | undefined {
    const { wanted, sink } = this.#options;
    this.#known.add(context.id);
    if (!wanted.events.has("context_output") || !(wanted.contexts?.has(context.id) ?? true)) return undefined;
    const position = cursor ? (cursor.offsets[context.id] ?? 0) : context.offset;
    // The exit is before the cursor: the reader has received all of the output.
    if (context.exit && position >= context.exit.offset) {
      this.#ended.set(context.id, context.exit.offset);
      return undefined;
    }
    const feed = new OutputFeed({
      ...{ host: this.#sources.host, context, position, sink },
      onCaughtUp: () => this.#pump(),
    });
    this.#feeds.set(context.id, feed);
    return feed;
  }

  #wants({ method, params }: LoggedEvent): boolean {
    const { events, contexts } = this.#options.wanted;
    return events.has(method) && (contexts?.has(params.context_id) ?? true);
  }
}
