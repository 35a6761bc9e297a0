import type { Pane } from "../core/tree/tree.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { Context } from "./context.ts";
import type { EventLog } from "./event-log.ts";
import type { PanePlace } from "./host.ts";

/**
 * A leader and the contexts that it spawned. The team's hint names the leader's pane, if it has one; otherwise the team
 * has its own session. A team sees nothing of another team.
 */
export class Team {
  readonly hint: string;
  /** The leader's context; an id alone if the leader runs in no pane. */
  readonly selfId: string;
  readonly log: EventLog;
  /** The leader's pane. */
  readonly leader: PanePlace | undefined;
  /** Recorded, so that the team is restored after a restart. */
  saved = false;
  /** Connections of this team. */
  clients = 0;
  readonly #find: (id: string) => Context | undefined;
  readonly #own = new Map<string, Context>();

  constructor(given: {
    readonly hint: string;
    readonly selfId: string;
    readonly log: EventLog;
    readonly leader: PanePlace | undefined;
    /** The registry holds the leader's own context, which may be another team's child. */
    find(id: string): Context | undefined;
  }) {
    this.hint = given.hint;
    this.selfId = given.selfId;
    this.log = given.log;
    this.leader = given.leader;
    this.#find = given.find;
  }

  /** Contexts that the team spawned and that are not forgotten, oldest first. */
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

  /** A context that the team spawned. */
  own(id: string): Context | undefined {
    return this.#own.get(id);
  }

  /** Whether the team sees the context. */
  has({ id }: Context): boolean {
    return id === this.selfId || this.#own.has(id);
  }

  add(context: Context): void {
    this.#own.set(context.id, context);
  }

  remove(context: Context): void {
    this.#own.delete(context.id);
  }

  /** Live contexts, including the leader's own if it runs in a pane. */
  live(): Context[] {
    return this.all().filter(({ live }) => live);
  }

  /** Contexts with a pane, also one that stays after its program's end. */
  shown(): Context[] {
    return this.all().filter(({ shown }) => shown);
  }

  protected all(): Context[] {
    const self = this.leaderContext;
    return self?.pane ? [self, ...this.#own.values()] : [...this.#own.values()];
  }

  /** A context of the team, live or kept. */
  context(id: string): Context {
    const context = this.#own.get(id) ?? (id === this.selfId ? this.leaderContext : undefined);
    if (context?.started) return context;
    if (id === this.selfId)
      throw new ProtocolError("no-terminal", `${id} is the caller's own context and runs in no pane`);
    throw new ProtocolError("no-such-context", `there is no context ${JSON.stringify(id)}`);
  }
}
