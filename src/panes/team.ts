import type { Pane } from "../core/tree/tree.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { Context } from "./context.ts";
import type { Contexts } from "./contexts.ts";
import type { EventLog } from "./event-log.ts";
import type { PanePlace } from "./host.ts";

/**
 * A leader, the contexts that it spawned, and the panes that the calls of these led to (`Pane.creators`). The team's hint
 * names the leader's pane, if it has one; otherwise the team has its own session. A team sees nothing of another team.
 */
export class Team {
  readonly hint: string;
  readonly log: EventLog;
  /** The leader's pane. */
  readonly leader: PanePlace | undefined;
  /** Whether the team reaches every pane of the daemon. */
  readonly isWide: boolean = false;
  /** Recorded, so that the team is restored after a restart. */
  saved = false;
  /** Connections of this team. */
  clients = 0;
  /** Contexts that the team spawned and that are not forgotten, by id, oldest first. */
  readonly spawned: Map<string, Context>;
  protected readonly contexts: Contexts;
  /** Contexts of panes that were created otherwise, since a member of the team looked for them. */
  readonly #led = new Map<string, Context>();
  #selfId: string;

  constructor(
    given: Pick<Team, "hint" | "selfId" | "log" | "leader"> & {
      readonly contexts: Contexts;
      readonly spawned?: Map<string, Context>;
    },
  ) {
    this.hint = given.hint;
    this.#selfId = given.selfId;
    this.log = given.log;
    this.leader = given.leader;
    this.contexts = given.contexts;
    this.spawned = given.spawned ?? new Map();
  }

  /** The leader's context; an id alone if the leader runs in no pane. */
  get selfId(): string {
    return this.#selfId;
  }

  get idle(): boolean {
    return this.spawned.size === 0 && this.clients === 0;
  }

  get leaderContext(): Context | undefined {
    return this.leader && this.contexts.find(this.selfId);
  }

  get leaderPane(): Pane | undefined {
    return this.leaderContext?.pane;
  }

  /** Whether the context is the leader's own, or the team receives its events. */
  knows(context: Context): boolean {
    return context.id === this.selfId || this.follows(context);
  }

  /** Whether the team receives the events of the context. */
  follows({ id }: Context): boolean {
    return this.spawned.has(id) || this.#led.has(id);
  }

  /** Whether the team sees the context. */
  has(context: Context): boolean {
    return this.knows(context) || (context.pane?.creators.includes(this.hint) ?? false);
  }

  add(context: Context): void {
    const contexts = context.spawned ? this.spawned : this.#led;
    contexts.set(context.id, context);
  }

  /** Another program runs in the pane of `former`: its context has the same place in the team. */
  replace(former: Context, next: Context): void {
    if (former.id === this.#selfId) this.#selfId = next.id;
    for (const contexts of [this.spawned, this.#led])
      if (contexts.has(former.id)) contexts.set(next.id, next);
  }

  remove(context: Context): void {
    this.spawned.delete(context.id);
    this.#led.delete(context.id);
  }

  /** Live contexts that the team spawned, and the leader's own: a client may end what it finds here and does not know. */
  listed(): Context[] {
    return this.#spawnedWithLeader().filter(({ live }) => live);
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
    for (const context of this.contexts.ofPanes(({ creators }) => creators.includes(this.hint)))
      if (!this.spawned.has(context.id)) this.#led.set(context.id, context);
    return [...this.#spawnedWithLeader(), ...this.#led.values()];
  }

  #spawnedWithLeader(): Context[] {
    const self = this.leaderContext;
    return [...(self?.pane ? [self] : []), ...this.spawned.values()];
  }

  /** A context of the team, live or kept. */
  context(id: string): Context {
    const context = this.contexts.find(id);
    if (context?.started && this.has(context)) return context;
    if (id === this.selfId)
      throw new ProtocolError("no-terminal", `${id} is the caller's own context and runs in no pane`);
    throw new ProtocolError("no-such-context", `there is no context ${JSON.stringify(id)}`);
  }
}

/**
 * A team that reaches every pane of the daemon, for a client that asks for it. Only the reach is larger: what the client
 * spawns belongs to its own team, and its events are those of its own team.
 */
export class Everyone extends Team {
  override readonly isWide = true;
  readonly #team: Team;

  constructor(team: Team, contexts: Contexts) {
    const { hint, selfId, log, leader, spawned, saved } = team;
    super({ hint, selfId, log, leader, spawned, contexts });
    this.saved = saved;
    this.#team = team;
  }

  override get selfId(): string {
    return this.#team.selfId;
  }

  override listed(): Context[] {
    return this.live();
  }

  override has(): boolean {
    return true;
  }

  protected override all(): Context[] {
    return this.contexts.ofPanes(() => true);
  }
}
