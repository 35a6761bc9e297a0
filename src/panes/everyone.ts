import type { Context } from "./context.ts";
import type { Contexts } from "./contexts.ts";
import type { NativeHost } from "./host.ts";
import { Team } from "./team.ts";
import { hintOfPane } from "./teams.ts";

/**
 * A team that reaches every pane of the daemon, for a client that asks for it. Only the reach is larger: what the client
 * spawns belongs to its own team, and its events are those of its own team.
 */
export class Everyone extends Team {
  readonly #team: Team;
  readonly #host: NativeHost;
  readonly #contexts: Contexts;

  constructor(team: Team, { host, contexts }: { readonly host: NativeHost; readonly contexts: Contexts }) {
    const { hint, selfId, log, leader } = team;
    super({ hint, selfId, log, leader, find: (id) => contexts.find(id) });
    this.saved = team.saved;
    this.#team = team;
    this.#host = host;
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

  /**
   * A pane that no team has used yet gets its context here, as it would if its program led a team. The ids are on
   * record before a caller learns them.
   */
  protected override all(): Context[] {
    const contexts = this.#host.servers().flatMap((server) =>
      [...server.mux.server.panes.values()].flatMap(({ id, process, exit }) => {
        const place = { server: server.key, pane: id };
        const known = this.#contexts.at(place);
        if (known || !(process || exit)) return known ?? [];
        return this.#contexts.create(hintOfPane(place), server, id, { started: true, exit });
      }),
    );
    this.#host.records.commit();
    return contexts;
  }

  override context(id: string): Context {
    const context = this.#contexts.find(id);
    return context?.started ? context : this.#team.context(id);
  }
}
