import { randomBytes } from "node:crypto";
import type { Context } from "./context.ts";
import type { Contexts } from "./contexts.ts";
import { EventLog } from "./event-log.ts";
import { paneOfHint, teamRecordName } from "./hints.ts";
import type { NativeHost } from "./host.ts";
import type { LoggedEvent } from "./records.ts";
import { Team } from "./team.ts";

/** Limit of idle teams, without connections or contexts; beyond it the oldest are forgotten. */
const MAX_IDLE = 1_000;

/** The teams by their hints. */
export class Teams {
  readonly #host: NativeHost;
  readonly #contexts: Contexts;
  readonly #teams = new Map<string, Team>();

  constructor(host: NativeHost, contexts: Contexts) {
    this.#host = host;
    this.#contexts = contexts;
  }

  /** The teams that receive the events of a context. */
  following(context: Context): Team[] {
    return [...this.#teams.values()].filter((team) => team.follows(context));
  }

  /** The teams whose leader has this context, and those that receive its events. */
  knowing(context: Context): Team[] {
    return [...this.#teams.values()].filter((team) => team.knows(context));
  }

  find(hint: string): Team | undefined {
    return this.#teams.get(hint);
  }

  /** Returns the team of this hint, created if missing; without a hint, a new team. */
  open(hint: string | undefined): Team {
    const named = hint === undefined || hint === "" ? `team-${randomBytes(8).toString("hex")}` : hint;
    const known = this.#teams.get(named);
    if (known && (known.leaderPane || !this.#leaderOf(named))) return known;
    const leader = this.#leaderOf(named);
    const selfId = leader?.id ?? this.#contexts.newId();
    const log = known?.log ?? new EventLog(this.#host.records, teamRecordName(named));
    const spawned = new Map(known?.spawned);
    const team = this.#add({ hint: named, selfId, leader: leader?.place, log, spawned });
    if (hint) this.save(team);
    this.#forgetIdle();
    return team;
  }

  /** Records the team, so that its hint finds it again after a restart. */
  save(team: Team): void {
    if (team.saved) return;
    team.saved = true;
    this.#record(team);
  }

  /** Another program runs in the pane of `former`: `next` takes its place in these teams. */
  replace(teams: readonly Team[], former: Context, next: Context): void {
    for (const team of teams) {
      team.replace(former, next);
      if (team.saved && team.selfId === next.id) this.#record(team);
    }
  }

  /** A client of the team has disconnected. */
  left(team: Team): void {
    team.clients -= 1;
    if (team.idle && !team.saved) this.#forget(team);
  }

  /** The leader's pane has closed. */
  leaderGone(context: Context): void {
    const team = this.#teams.get(context.team);
    if (team?.selfId === context.id) this.#contexts.forget(context);
  }

  restore(): void {
    const events = new Map<string, LoggedEvent[]>();
    for (const [name, event] of this.#host.records.under("event")) {
      const team = name.slice(0, name.indexOf("/"));
      const list = events.get(team) ?? [];
      events.set(team, list);
      list.push(event);
    }
    for (const [name, { hint, selfId, leader }] of this.#host.records.under("team")) {
      const log = new EventLog(this.#host.records, name, events.get(name));
      this.#add({ hint, selfId, leader, log }).saved = true;
    }
    for (const context of this.#contexts.all()) {
      const team = this.#teams.get(context.team);
      if (team && team.selfId !== context.id) team.add(context);
    }
  }

  #leaderOf(hint: string): Context | undefined {
    const place = paneOfHint(hint);
    const server = place && this.#host.server(place.server);
    const pane = server?.mux.server.panes.get(place!.pane);
    if (!server || !pane?.process) return undefined;
    return this.#contexts.at(place!) ?? this.#contexts.create(hint, server, pane.id, { started: true });
  }

  #add(given: Omit<ConstructorParameters<typeof Team>[0], "contexts">): Team {
    const team = new Team({ ...given, contexts: this.#contexts });
    this.#teams.set(team.hint, team);
    return team;
  }

  #record({ hint, selfId, leader }: Team): void {
    this.#host.records.note("team", teamRecordName(hint), { hint, selfId, ...(leader && { leader }) });
  }

  #forgetIdle(): void {
    const idle = [...this.#teams.values()].filter((team) => team.idle && !team.leaderPane);
    for (const team of idle.slice(0, Math.max(0, idle.length - MAX_IDLE))) this.#forget(team);
  }

  #forget(team: Team): void {
    this.#teams.delete(team.hint);
    team.log.forget();
    if (team.saved) this.#host.records.note("team", teamRecordName(team.hint), undefined);
  }
}
