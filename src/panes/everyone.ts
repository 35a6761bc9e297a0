import type { Context } from "./context.ts";
import type { Contexts } from "./contexts.ts";
import { Team } from "./team.ts";

/**
 * A team that reaches every pane of the daemon, for a client that asks for it. Only the reach is larger: what the client
 * spawns belongs to its own team, and its events are those of its own team.
 */
export class Everyone extends Team {
  readonly #team: Team;
  readonly #contexts: Contexts;

  constructor(team: Team, contexts: Contexts) {
    const { hint, selfId, log, leader } = team;
    super({ hint, selfId, log, leader, contexts });
    this.saved = team.saved;
    this.#team = team;
    this.#contexts = contexts;
  }

  override get spawned(): IterableIterator<Context> {
    return this.#team.spawned;
  }

  override own(id: string): Context | undefined {
    return this.#team.own(id);
  }

  override add(context: Context): void {
    this.#team.add(context);
  }

  override remove(context: Context): void {
    this.#team.remove(context);
  }

  override listed(): Context[] {
    return this.live();
  }

  protected override all(): Context[] {
    return this.#contexts.ofPanes(() => true);
  }

  override context(id: string): Context {
    const context = this.#contexts.find(id);
    return context?.started ? context : this.#team.context(id);
  }
}
