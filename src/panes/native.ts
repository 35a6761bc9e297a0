import type { Clock } from "../core/ports.ts";
import type { Screen } from "../core/screen/screen.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { EventName } from "../protocol/events.ts";
import type { MethodName, Params, Result } from "../protocol/methods.ts";
import { AgentChanges } from "./agent-changes.ts";
import type { EventSources } from "./agent-feed.ts";
import type { Context } from "./context.ts";
import { Contexts } from "./contexts.ts";
import { parseFarId } from "./far-ids.ts";
import { FarTeams } from "./far-teams.ts";
import type { NativeHost, NativeServer } from "./host.ts";
import type { PaneRoom } from "./live-pane.ts";
import { PaneEnds } from "./pane-ends.ts";
import { Prompts } from "./prompts.ts";
import { type Cursor, Subscription, type SubscriptionOptions } from "./subscription.ts";
import { Everyone, type Team } from "./team.ts";
import { Teams } from "./teams.ts";
import { Turns } from "./turns.ts";

/** The caller of one request, for the duration of the request. */
export interface NativeCall {
  readonly team: Team;
  /** The level of the protocol at which the caller is served. */
  readonly level: number;
  /** Delays events about this context for the caller until after the reply. */
  hold(contextId: string): void;
  /** Aborted when the caller no longer waits for the answer. */
  readonly gone: AbortSignal;
}

/** Runs a method for a caller. */
export type Handler<N extends MethodName> = (
  native: Native,
  call: NativeCall,
  params: Params<N>,
) => Result<N> | Promise<Result<N>>;

/** A connection of a daemon that exits. */
export interface Departing {
  /** Reads no further request. Resolves when no running request changes anything any more. */
  stopReading(): Promise<void>;
  /** Reports which requests may have been carried out without an answer. */
  announceLeaving(): void;
}

/**
 * The shared state of the native doors: contexts, teams and their events, over the daemon's servers. Created before any
 * server is restored, so that no pane's end is missed.
 */
export class Native implements PaneRoom, EventSources {
  readonly host: NativeHost;
  readonly contexts: Contexts;
  readonly teams: Teams;
  readonly clock: Clock;
  readonly prompts = new Prompts();
  readonly ends = new PaneEnds();
  readonly turns: Turns;
  readonly agentChanges: AgentChanges;
  readonly far: FarTeams;
  /** Connections that must learn when the daemon leaves. */
  readonly connections = new Set<Departing>();
  readonly #subscriptions = new Set<Subscription>();
  readonly #onDaemonEnd: ((reason: string) => void)[] = [];
  #endReason: string | undefined;

  constructor(host: NativeHost) {
    this.host = host;
    this.clock = host.clock;
    this.turns = new Turns(host);
    this.agentChanges = new AgentChanges(host.clock);
    this.contexts = new Contexts(host, {
      onExited: (context) => this.#exited(context),
      onReplaced: (former) => this.#replaced(former),
      onForgotten: (context) => {
        for (const team of this.teams.following(context)) team.remove(context);
      },
    });
    this.teams = new Teams(host, this.contexts);
    this.contexts.restore();
    this.teams.restore();
    const changes = this.agentChanges;
    this.far = new FarTeams({
      ...{ host, changes, log: (team, make) => this.teams.find(team)?.log.append(make) },
      onStartAnswered: () => {
        for (const subscription of this.#subscriptions) subscription.startAnswered();
      },
    });
  }

  /** A server was opened, and nothing has happened on it yet. */
  onOpened(server: NativeServer): void {
    for (const each of [this.contexts, this.prompts, this.ends, this.agentChanges]) each.watch(server);
  }

  /** The team with the reach of every pane. It is on record, so that it outlives the connection. */
  reachAll(team: Team): Everyone {
    this.teams.save(team);
    return new Everyone(team, this.contexts);
  }

  onEnded(server: NativeServer): void {
    this.contexts.serverEnded(server.key);
    this.ends.serverEnded(server);
  }

  /** Throws when every pane is gone: a client that began now would start the next daemon when this one exits. */
  checkNotEnded(): void {
    if (this.#endReason !== undefined) throw new ProtocolError("not-allowed", this.#endReason);
  }

  /** Called when the servers of a previous daemon are restored. */
  restored(): void {
    this.contexts.endLost();
    this.contexts.sweep();
    this.agentChanges.restored(this.host.servers());
    this.far.restored();
    for (const context of this.contexts.all())
      if (!context.started && !context.exit) this.#awaitStart(context);
  }

  /** The program runs: announces the context to the team that spawned it. */
  began(context: Context, metadata: Record<string, string>): void {
    if (context.started) return;
    context.started = true;
    this.contexts.save(context);
    if (!context.spawned) return;
    const session = context.pane?.window.links[0]?.session.name;
    this.teams.find(context.team)?.log.append((sequence) => ({
      method: "mullion.context_spawned",
      params: { context_id: context.id, metadata, ...(session !== undefined && { session }), sequence },
    }));
  }

  changed(context: Context, metadata: Record<string, string>): void {
    for (const team of new Set([this.teams.find(context.team), ...this.teams.following(context)]))
      team?.log.append((sequence) => ({
        method: "mullion.context_changed",
        params: { context_id: context.id, metadata, sequence },
      }));
  }

  subscribe(order: Omit<SubscriptionOptions, "onClosed">): Subscription {
    const { team, wanted, cursor } = order;
    for (const id of wanted.contexts ?? []) this.#checkContext(team, id);
    if (cursor && cursor.sequence > team.log.sequence) {
      throw new ProtocolError(
        "bad-cursor",
        `event ${cursor.sequence} has not happened: the newest is ${team.log.sequence}`,
      );
    }
    const subscription: Subscription = new Subscription(this, {
      ...order,
      onClosed: () => this.#subscriptions.delete(subscription),
    });
    this.#subscriptions.add(subscription);
    return subscription;
  }

  #checkContext(team: Team, id: string): void {
    const far = parseFarId(id);
    if (far) this.far.of(team, far);
    else team.context(id);
  }

  /** A cursor as clients of a level receive it. */
  cursorAt(level: number, cursor: Cursor): Cursor {
    const newest = level >= 2 ? this.agentChanges.sequence : undefined;
    return { ...cursor, agent_sequence: cursor.agent_sequence ?? newest };
  }

  /** Calls `listener` with the reason when the daemon ends together with its panes, as by `mullion down`. */
  onDaemonEnd(listener: (reason: string) => void): void {
    this.#onDaemonEnd.push(listener);
  }

  /** Every pane is gone, and the daemon exits: resolves when all readers are notified. Removes all contexts. */
  async end(reason: string): Promise<void> {
    this.#endReason = reason;
    for (const listener of this.#onDaemonEnd) listener(reason);
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.end(reason)));
    this.connections.clear(); // Nothing is left that a client could repeat a request for.
    this.contexts.forgetExited();
  }

  /** Resolves when no running request changes anything any more. No request is read from now on. */
  async stopReading(): Promise<void> {
    await Promise.all([...this.connections].map((connection) => connection.stopReading()));
  }

  /** The daemon exits, and its panes stay: each client learns which of its requests were not carried out. */
  announceLeaving(): void {
    for (const connection of this.connections) connection.announceLeaving();
  }

  /** Reads a context's screen, also after it has exited; undefined if nothing of it is left. */
  withScreen<T>(context: Context, look: (screen: Screen) => T): T | undefined {
    const opened = this.openScreen(context);
    if (!opened) return undefined;
    try {
      return look(opened.screen);
    } finally {
      opened.close();
    }
  }

  /** As withScreen, for a look that takes several turns: the caller closes it. */
  openScreen(context: Context): { readonly screen: Screen; close(): void } | undefined {
    if (context.pane) return { screen: context.pane.screen, close() {} };
    return context.replaced ? undefined : this.host.openRetired(context.place);
  }

  #exited(context: Context): void {
    if (!context.started) return;
    const { exit_code, signal, offset } = context.exit!;
    const exit = { context_id: context.id, exit_code, ...(signal !== undefined && { signal }), offset };
    for (const team of this.teams.following(context))
      team.log.append((sequence) => ({ method: "context_exited", params: { ...exit, sequence } }));
    const { pane, server } = context;
    // The context was asked to end, and remain-on-exit keeps its pane.
    if (context.ending && pane) server!.mux.killPane(pane);
    this.teams.leaderGone(context);
  }

  /** The pane continues with another process, which is a new context of the same teams. */
  #replaced(former: Context): void {
    const { team, server, place } = former;
    const teams = this.teams.knowing(former);
    if (teams.length === 0 || !server) return;
    // A leader's context that an earlier version recorded seems to be spawned, but its team does not hold it as such.
    const spawned = this.teams.find(team)?.spawned.has(former.id) ?? false;
    const next = this.contexts.create(team, server, place.pane, { spawned });
    this.teams.replace(teams, former, next);
    this.#awaitStart(next);
  }

  #awaitStart(context: Context): void {
    context.pane?.process?.started.then(
      () => this.began(context, Object.fromEntries(context.pane?.metadata ?? [])),
      () => this.contexts.forget(context),
    );
  }
}

/** The events of a plain client: exits, and output if the client declared that capability. */
export function declaredEvents(capabilities: Params<"initialize">["capabilities"] = []): Set<EventName> {
  const output = capabilities.includes("context_output") || capabilities.includes("output");
  return new Set<EventName>(output ? ["context_exited", "context_output"] : ["context_exited"]);
}
