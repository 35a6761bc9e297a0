import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TmuxDoor } from "../doors/tmux/tmux-door.ts";
import { closeUnowned } from "../holders/close-unowned.ts";
import type { House } from "./house.ts";
import type { Servers } from "./servers.ts";

/**
 * What a daemon finds when it starts: the records say which servers and panes there were. Their trees are rebuilt at once;
 * holders are found and screens read afterwards, pane by pane, between calls. What no record speaks of goes: holders of
 * requests that were cut short, and journals of panes that are closed.
 */
export async function restore(house: House, servers: Servers, door: TmuxDoor): Promise<void> {
  await servers.restore();
  for (const server of servers.all()) door.adopt(server);
  const { store, paths, log } = house;
  const held = [...store.under("holder/"), ...store.under("pipe/")];
  const owned = new Set(held.map(([, record]) => (record as { key: string }).key));
  const closed = closeUnowned(paths.holders, (name) => owned.has(name));
  if (closed > 0) log.write(`closed ${closed} holders that no pane owns`);
  removeStrayJournals(house, servers);
}

/** Whether holders are on record that have no socket file: they ended, or it was removed while no daemon ran. */
export function holderSocketsMissing({ store, paths }: House): boolean {
  const there = new Set(namesIn(paths.holders));
  const held = [...store.under("holder/"), ...store.under("pipe/")];
  return held.some(([, record]) => !there.has((record as { key: string }).key));
}

/** Journals of a server that is on record but could not be rebuilt stay: a better daemon may know what to do with them. */
function removeStrayJournals({ paths, store, retired }: House, servers: Servers): void {
  const owned = new Set([...servers.all().flatMap((server) => server.journalNames()), ...retired.names()]);
  const unknown = [...store.under("server/")].map(([key]) => key).filter((key) => !servers.withKey(key));
  for (const name of namesIn(paths.journals)) {
    const stays = owned.has(name) || unknown.some((key) => name.startsWith(`${key}-`));
    if (!stays) rmSync(join(paths.journals, name), { recursive: true, force: true });
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return []; // No pane has printed anything yet.
  }
}
