import { attempt } from "../core/attempt.ts";
import { MuxError } from "../core/errors.ts";
import { ProtocolError } from "../protocol/errors.ts";
import { type FarId, parseFarId } from "./far-ids.ts";
import { type AgentReaders, FarTeam, type FarTeamsOptions } from "./far-team.ts";
import { teamRecordName } from "./hints.ts";
import type { NativeTypes } from "./records.ts";
import type { Team } from "./team.ts";

/** What the teams of this machine have on hosts. */
export class FarTeams {
  readonly #options: FarTeamsOptions;
  /** By the name of the record. A team without a record is kept only while it has a reader or a request. */
  readonly #teams = new Map<string, FarTeam>();
  /** Readers of agents on hosts, by hint of the team. */
  readonly #readers = new Map<string, AgentReaders>();
  /** Hosts that readers of every host follow, if there are any. */
  #known: ReadonlySet<string> = new Set();
  /** Hosts that were connected at the last change of a link. */
  #connected: ReadonlySet<string> = new Set();
  #isLooking = false;

  constructor(options: FarTeamsOptions) {
    this.#options = options;
    for (const [, placed] of options.host.records.under("placed")) this.#add(placed);
    options.host.hosts.onChange(() => {
      this.#followNew();
      this.#followConnected();
    });
  }

  /** Called when the teams of a previous daemon are restored. */
  restored(): void {
    this.#options.host.hosts.onEnded((name) => this.#ended(name));
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
    return this.#at(team.hint, host);
  }

  #at(team: string, host: string): FarTeam {
    const placed = { team, host, sequence: 0, asked: 0, live: [] };
    return this.#teams.get(nameOf(placed)) ?? this.#add(placed);
  }

  /** The team on the host of a context that it started there. */
  of(team: Team, { host, id }: FarId): FarTeam {
    const far = this.find(team, host);
    if (far) return far;
    throw new ProtocolError("no-such-context", `there is no context ${JSON.stringify(`${host}/${id}`)}`);
  }

  /** The team on a host; undefined if it never had anything there. */
  find({ hint }: Team, host: string): FarTeam | undefined {
    return this.#teams.get(nameOf({ team: hint, host }));
  }

  /** Everything that a team has on hosts. */
  all(team: Team): FarTeam[] {
    const names = this.#options.host.hosts.names();
    return names.flatMap((host) => this.find(team, host) ?? []);
  }

  /** Follows the agents on hosts for a reader of the team, until the returned function is called. */
  followAgents(team: Team, where: "team" | "all"): () => void {
    const { hint } = team;
    const change = (by: 1 | -1) => {
      const { team: some, all } = this.#readers.get(hint) ?? NO_READERS;
      const readers = where === "all" ? { team: some, all: all + by } : { team: some + by, all };
      if (readers.team + readers.all === 0) this.#readers.delete(hint);
      else this.#readers.set(hint, readers);
      for (const far of this.#of(hint)) far.followAgents();
    };
    this.#followNew();
    if (where === "all") for (const name of this.#names()) this.#at(hint, name);
    change(1);
    return () => change(-1);
  }

  /** Readers of every host follow one that was added after they came. */
  #followNew(): void {
    const wide = [...this.#readers].filter(([, { all }]) => all > 0);
    if (wide.length === 0) return;
    const [before, names] = [this.#known, this.#names()];
    for (const name of names)
      if (!before.has(name)) for (const [hint] of wide) this.#at(hint, name).followAgents();
  }

  /**
   * Follows a host again whose daemon was ended, for its readers, when something else has connected to its next daemon. At
   * any other time a reader would start a daemon that a person has ended.
   */
  #followConnected(): void {
    // A look may make the link of a new host, which is a change too.
    if (this.#isLooking) return;
    this.#isLooking = true;
    const described = attempt(() => this.#options.host.hosts.described()) ?? [];
    this.#isLooking = false;
    const before = this.#connected;
    this.#connected = new Set(described.flatMap(({ name, state }) => (state === "connected" ? [name] : [])));
    for (const far of this.#teams.values())
      if (this.#connected.has(far.name) && !before.has(far.name)) far.followAgents();
  }

  /** All hosts, which count as followed from now on. A file of hosts that cannot be read holds none. */
  #names(): ReadonlySet<string> {
    this.#known = new Set(attempt(() => this.#options.host.hosts.names()));
    return this.#known;
  }

  /** Everything that ran on the host is gone. */
  #ended(host: string): void {
    for (const far of this.#teams.values()) if (far.name === host) far.end();
  }

  #of(hint: string): FarTeam[] {
    const found = [...this.#teams].filter(([name]) => name.startsWith(prefixOf(hint)));
    return found.map(([, far]) => far);
  }

  /** Live contexts on hosts, as they are here. */
  live(team: Team): string[] {
    return this.#of(team.hint).flatMap(({ live }) => live);
  }

  kill(team: Team, contextId: string): void {
    const place = parseFarId(contextId);
    const far = place && this.find(team, place.host);
    const call = { team, hold() {}, gone: AbortSignal.timeout(KILL_MS) };
    far?.call("kill", { context_id: place?.id }, call).catch(() => {});
  }

  close(): void {
    for (const far of this.#teams.values()) far.close();
  }

  #add(placed: NativeTypes["placed"]): FarTeam {
    const recordName = nameOf(placed);
    const agentReaders = () => this.#readers.get(placed.team) ?? NO_READERS;
    const onUnused = () => void this.#teams.delete(recordName);
    const far = new FarTeam({ ...this.#options, placed, recordName, agentReaders, onUnused });
    this.#teams.set(recordName, far);
    far.followAgents();
    return far;
  }
}

const NO_READERS: AgentReaders = { team: 0, all: 0 };

const KILL_MS = 30_000;

function prefixOf(hint: string): string {
  return `${teamRecordName(hint)}.`;
}

function nameOf({ team, host }: { readonly team: string; readonly host: string }): string {
  return prefixOf(team) + host;
}
