import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../core/attempt.ts";
import type { TmuxDoor } from "../../doors/tmux/tmux-door.ts";
import type { House } from "../house.ts";
import { change } from "../records/kinds.ts";
import type { Servers } from "../servers/servers.ts";
import { daemonEnvironment } from "../system/daemon-environment.ts";
import { machineStopped, noteBoot } from "./machine-stop.ts";
import { UnknownHolders } from "./unknown-holders.ts";

/**
 * Restores servers and panes from the records when a daemon starts. The trees are rebuilt at once; holders are found
 * and screens read afterwards, pane by pane, between calls. Running programs that are on no record are adopted;
 * journals without a record and without a process belong to closed panes and are removed.
 */
export async function restore(house: House, servers: Servers, door: TmuxDoor): Promise<UnknownHolders> {
  const stopped = await machineStopped(house);
  if (stopped) {
    house.log.write("the machine stopped: every pane is kept, and mullion restore starts its program");
    dropDelayedJobs(house);
  }
  await servers.restore(daemonEnvironment(), stopped);
  for (const server of servers.all()) door.adopt(server);
  const unknown = new UnknownHolders({ house, servers, door });
  await unknown.adopt();
  house.ledger.commit();
  noteBoot(house.paths);
  if (unknown.silent.length === 0) removeStrayJournals(house, servers);
  return unknown;
}

/** After a stop of the machine no program starts by itself. */
function dropDelayedJobs({ ledger, store }: House): void {
  for (const [server] of store.under("socket"))
    for (const [name] of store.under("delayedJob", server))
      ledger.note(change("delayedJob", name, undefined, server));
  ledger.commit();
}

/**
 * Whether holders without a socket file may be running: a recorded holder's file was removed, or there are no records.
 */
export function holderSocketsMissing({ store, paths }: House): boolean {
  const there = new Set(namesIn(paths.holders));
  const servers = [...store.under("socket")].map(([key]) => key);
  const held = servers.flatMap((key) => [...store.under("holder", key), ...store.under("pipe", key)]);
  return held.length === 0 || held.some(([, { key }]) => !there.has(key));
}

function removeStrayJournals({ paths, retired }: House, servers: Servers): void {
  const owned = new Set([...servers.all().flatMap((server) => server.journalNames()), ...retired.names()]);
  for (const name of namesIn(paths.journals))
    if (!owned.has(name)) rmSync(join(paths.journals, name), { recursive: true, force: true });
}

function namesIn(directory: string): string[] {
  // There is no journal yet, because no pane has printed anything.
  return attempt(() => readdirSync(directory)) ?? [];
}
