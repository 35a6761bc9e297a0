import type { Pane } from "../core/tree/pane.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { Context } from "./context.ts";
import type { EventLog } from "./event-log.ts";
import type { PanePlace } from "./host.ts";

/**
 * A leader and what it spawned. The leader's pane, where it is in one, is named by the team's hint; without one the team
 * lives in a session of its own. A team sees nothing of another's.
 */
export class Team {
  readonly hint: string;
  /** The leader's context; where the leader is in no pane, an id and nothing more. */
  readonly selfId: string;
  readonly log: EventLog;
  /** Where the leader is. */
  readonly leader: PanePlace | undefined;
  /** Written down: it is found again after a restart. */
  saved = false;
  /** Connections that speak for it. */
  clients = 0;
  readonly #find: (id: string) => Context | undefined;
  readonly #own = new Map<string, Context>();

  constructor(given: {
    readonly hint: string;
    readonly selfId: string;
    readonly log: EventLog;
    readonly leader: PanePlace | undefined;
    /** The leader's own context lives in the registry, and may be another team's child. */
    find(id: string): Context | undefined;
  }) {
    this.hint = given.hint;
    this.selfId = given.selfId;
    this.log = given.log;
    this.leader = given.leader;
    this.#find = given.find;
  }

  /** Those that it spawned and that are not forgotten, the oldest first. */
  get spawned(): IterableIterator<Context> {
    return this.#own.values();
  }

  get idle(): boolean {
    return this.#own.size === 0 && this.clients === 0;
  }

  get leaderContext(): Context | undefined {
    return this.leader && this.#find(this.selfId);
  }

  get leaderPane(): Pane | undefined {
    return this.leaderContext?.pane;
  }

  /** One that it spawned. */
  own(id: string): Context | undefined {
    return this.#own.get(id);
  }

  add(context: Context): void {
    this.#own.set(context.id, context);
  }

  remove(context: Context): void {
    this.#own.delete(context.id);
  }

  /** The live ones, the leader's own included where it is in a pane. */
  live(): Context[] {
    const self = this.leaderContext;
    const own = [...this.#own.values()].filter(({ live }) => live);
    return self?.live && self.pane ? [self, ...own] : own;
  }

  /** One of the team's, living or kept. */
  context(id: string): Context {
    const context = this.#own.get(id) ?? (id === this.selfId ? this.leaderContext : undefined);
    if (context?.started) return context;
    if (id === this.selfId)
      throw new ProtocolError("no-terminal", `${id} is the caller's own context and runs in no pane`);
    throw new ProtocolError("no-such-context", `there is no context ${JSON.stringify(id)}`);
  }
}
