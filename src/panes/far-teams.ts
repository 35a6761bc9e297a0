import { MuxError } from "../core/errors.ts";
import { ProtocolError } from "../protocol/errors.ts";
import { type FarId, parseFarId } from "./far-ids.ts";
import { FarTeam } from "./far-team.ts";
import type { NativeHost } from "./host.ts";
import type { LoggedEvent, NativeTypes } from "./records.ts";
import type { Team } from "./team.ts";

export interface FarTeamsOptions {
  readonly host: NativeHost;
  log(team: string, make: (sequence: number) => LoggedEvent): void;
}

/** What the teams of this machine have on hosts. */
export class FarTeams {
  readonly #options: FarTeamsOptions;
  /** By the name of the record. */
  readonly #teams = new Map<string, FarTeam>();

  constructor(options: FarTeamsOptions) {
    this.#options = options;
    for (const [, placed] of options.host.records.under("placed")) this.#add(placed);
  }

  /** Called when the teams of a previous daemon are restored. */
  restored(): void {
    for (const far of this.#teams.values()) far.follow();
  }

  /** The team on a host, new there if need be. Throws if there is no such host. */
  on(team: Team, host: string): FarTeam {
    try {
      this.#options.host.hosts.check(host);
    } catch (error) {
      if (error instanceof MuxError) throw new ProtocolError("no-such-target", error.message);
      throw error;
    }
    const placed = { team: team.hint, host, sequence: 0, asked: 0, live: [] };
    return this.#teams.get(nameOf(placed)) ?? this.#add(placed);
  }

  /** The team on the host of a context that it started there. */
  of(team: Team, { host, id }: FarId): FarTeam {
    const far = this.#teams.get(nameOf({ team: team.hint, host }));
    if (far) return far;
    throw new ProtocolError("no-such-context", `there is no context ${JSON.stringify(`${host}/${id}`)}`);
  }

  /** Everything that a team has on hosts. */
  all(team: Team): FarTeam[] {
    const names = this.#options.host.hosts.names();
    return names.flatMap((host) => this.#teams.get(nameOf({ team: team.hint, host })) ?? []);
  }

  /** Live contexts on hosts, as they are here. */
  live(team: Team): string[] {
    const teams = [...this.#teams].filter(([name]) => name.startsWith(prefixOf(team.hint)));
    return teams.flatMap(([, far]) => far.live);
  }

  kill(team: Team, contextId: string): void {
    const place = parseFarId(contextId);
    const far = place && this.#teams.get(nameOf({ team: team.hint, host: place.host }));
    const call = { hold() {}, gone: AbortSignal.timeout(KILL_MS) };
    far?.call("kill", { context_id: place?.id }, { call, wide: false }).catch(() => {});
  }

  close(): void {
    for (const far of this.#teams.values()) far.close();
  }

  #add(placed: NativeTypes["placed"]): FarTeam {
    const { host, log } = this.#options;
    const name = nameOf(placed);
    const far = new FarTeam({
      host,
      placed,
      log: (make) => log(placed.team, make),
      save(known) {
        host.records.note("placed", name, known);
        host.records.commit();
      },
    });
    this.#teams.set(name, far);
    return far;
  }
}

const KILL_MS = 30_000;

/** A hint may be any text, but the name of a record must not contain a slash. */
function prefixOf(hint: string): string {
  return `${Buffer.from(hint).toString("base64url")}.`;
}

function nameOf({ team, host }: { readonly team: string; readonly host: string }): string {
  return prefixOf(team) + host;
}
