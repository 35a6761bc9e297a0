import { accessSync, chmodSync, constants, lstatSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { holderDirectory, whyTooLong } from "../cli/places.ts";
import { chooseStateDirectory, rememberedDirectory, stateMemory } from "../cli/state-directory.ts";
import { userDirectory } from "../client/private-directory.ts";
import { attempt } from "../core/attempt.ts";
import { programs } from "../package/programs.ts";
import { ownUserId } from "../processes/platform.ts";

/**
 * Where everything is stored. The daemon is found by the user's id alone, because tools scrub the environment: a caller
 * with an empty environment must reach the same daemon as the user's shell. Only MULLION_DIR overrides that; it holds a
 * complete private instance. Journals and records outlive a reboot, so they are in the user's state directory; the
 * first daemon writes that directory's path beside the socket, for later starts with fewer variables.
 */
export type DaemonPaths = Readonly<ReturnType<typeof preparePaths>>;

/** Why the daemon cannot start here, as a sentence for the person who started it. */
export class PathFault extends Error {
  override readonly name = "PathFault";
}

export function preparePaths(environment: NodeJS.ProcessEnv = process.env) {
  const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
  const { bin, mullion, holder, peerUid } = programs(root);
  const runtimeDir = runtimeDirectory(environment);
  const fault = whyTooLong(runtimeDir);
  if (fault !== undefined) throw new PathFault(`${fault}: choose a shorter MULLION_DIR`);
  makePrivate(runtimeDir);
  const stateDir = environment.MULLION_DIR
    ? join(runtimeDir, "state")
    : chooseStateDirectory({ runtimeDir, environment, isUsable: canUse });
  makePrivate(stateDir);
  rememberStateDirectory({ runtimeDir, stateDir });
  const holders = holderDirectory(runtimeDir);
  makePrivate(holders);
  const boots: readonly [state: string, runtime: string] = [join(stateDir, "boot"), join(runtimeDir, "boot")];
  return {
    /** Directory of the package; holds dist/ and shell/. */
    root,
    runtimeDir,
    stateDir,
    socket: join(runtimeDir, "daemon.sock"),
    lock: join(runtimeDir, "daemon.lock"),
    /** Protects the records even if the runtime directory is removed. */
    stateLock: join(stateDir, "daemon.lock"),
    log: join(runtimeDir, "daemon.log"),
    /** Sockets of the holders. */
    holders,
    /** First directory on the PATH of panes. */
    bin,
    /** The program `mullion` of this package. */
    mullion,
    holderProgram: holder,
    /** The addon that reports the user id of a connection's peer. */
    peerUid,
    records: join(stateDir, "records"),
    journals: join(stateDir, "journals"),
    /** Port and token of the HTTP door, if it is open. */
    http: join(stateDir, "http.json"),
    /** Socket of the page, for tunnels. */
    tunnel: join(runtimeDir, "web.sock"),
    /** The boot in which the records were last settled: once beside them, once with the sockets. */
    boots,
  };
}

function runtimeDirectory(environment: NodeJS.ProcessEnv): string {
  const own = environment.MULLION_DIR;
  if (own) {
    if (!isAbsolute(own)) throw new PathFault(`MULLION_DIR must be an absolute path, not ${own}`);
    return own;
  }
  return userDirectory(ownUserId());
}

/** Writes down the state directory for later starts with fewer variables. */
export function rememberStateDirectory({
  runtimeDir,
  stateDir,
}: Pick<DaemonPaths, "runtimeDir" | "stateDir">): void {
  if (process.env.MULLION_DIR || rememberedDirectory(runtimeDir) === stateDir) return;
  writeFileSync(stateMemory(runtimeDir), `${stateDir}\n`, { mode: 0o600 });
}

function canUse(directory: string): boolean {
  try {
    makePrivate(directory);
    accessSync(directory, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function isDirectory(path: string): boolean {
  return attempt(() => statSync(path).isDirectory()) ?? false;
}

/** Creates a directory that only this user may enter. Rejects another user's directory and a link to one. */
export function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const stat = lstatSync(directory);
  if (!stat.isDirectory()) throw new PathFault(`${directory} is not a directory: remove it and try again`);
  if (stat.uid !== ownUserId()) throw new PathFault(`${directory} belongs to another user (uid ${stat.uid})`);
  if ((stat.mode & 0o077) !== 0) chmodSync(directory, 0o700);
}
