import type { Context } from "./context.ts";
import type { Contexts } from "./contexts.ts";
import { Team } from "./team.ts";

/**
 * A team that reaches every pane of the daemon, for a client that asks for it. Only the reach is larger: what the client
 * spawns belongs to its own team, and its events are those of its own team.
 */
export class Everyone extends Team {
  constructor({ hint, selfId, log, leader, spawned, saved }: Team, contexts: Contexts) {
    super({ hint, selfId, log, leader, spawned, contexts });
    this.saved = saved;
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
