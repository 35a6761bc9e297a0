import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { attempt } from "../core/attempt.ts";

/**
 * Directory of records and journals: the first of these that can be created and written.
 *
 *   1. the directory of the previous daemon, which is written beside its socket: a later caller's environment may name
 *      another
 *   2. $XDG_STATE_HOME/mullion
 *   3. $HOME/.local/state/mullion
 *   4. the same below the home of the password file, which not every user id has (containers)
 *   5. `state` in the runtime directory, which does not outlive a reboot. The next start looks for a better one, unless
 *      panes are running, whose records are there.
 */
export interface StateSearch {
  readonly runtimeDir: string;
  readonly environment: NodeJS.ProcessEnv;
  isUsable(directory: string): boolean;
}

export function chooseStateDirectory({ runtimeDir, environment, isUsable }: StateSearch): string {
  const last = lastResort(runtimeDir);
  const remembered = rememberedDirectory(runtimeDir);
  const stays = remembered !== undefined && (remembered !== last || hasHolders(runtimeDir));
  // Readable records matter more than a writable directory: new records stay in memory meanwhile.
  if (stays && (existsSync(remembered) || isUsable(remembered))) return remembered;
  return namedDirectories(environment).find(isUsable) ?? last;
}

export function lastResort(runtimeDir: string): string {
  return join(runtimeDir, "state");
}

export function stateMemory(runtimeDir: string): string {
  return join(runtimeDir, "state-path");
}

/** Whether a directory exists, or could be created, and is writable. */
export function couldBeWritten(directory: string): boolean {
  try {
    accessSync(nearestExisting(directory), constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function nearestExisting(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearestExisting(dirname(path));
}

function namedDirectories({ XDG_STATE_HOME: given, HOME: home }: NodeJS.ProcessEnv): string[] {
  const homes = [home, homeOfEntry()].filter((path) => path !== undefined && isAbsolute(path));
  const bases = [
    ...(given !== undefined && isAbsolute(given) ? [given] : []),
    ...homes.map((path) => join(path!, ".local/state")),
  ];
  return bases.map((base) => join(base, "mullion"));
}

export function homeOfEntry(): string | undefined {
  // The user id has no entry in the password file.
  return attempt(() => userInfo().homedir);
}

export function rememberedDirectory(runtimeDir: string): string | undefined {
  return attempt(() => {
    const path = readFileSync(stateMemory(runtimeDir), "utf8").trim();
    return isAbsolute(path) ? path : undefined;
  });
}

function hasHolders(runtimeDir: string): boolean {
  return attempt(() => readdirSync(join(runtimeDir, "h")).length > 0) ?? false;
}
