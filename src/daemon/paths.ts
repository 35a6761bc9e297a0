import { accessSync, chmodSync, constants, lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { userDirectory } from "../cli/places.ts";
import { chooseStateDirectory, rememberedDirectory, stateMemory } from "../cli/state-directory.ts";
import { programs } from "../package/programs.ts";

/**
 * Where everything lives. The daemon is found by the user's id alone, because tools scrub the environment: a caller with
 * an empty one must reach the same daemon as the user's shell. Only MULLION_DIR overrides that, and holds a whole private
 * instance. Journals and records outlive a reboot, so they stand apart, in the user's state directory; which one that was
 * when the first daemon started is written down beside the socket, for a later start with less in its environment.
 */
export interface DaemonPaths {
  /** Of the package: holds dist/ and shell/. */
  readonly root: string;
  readonly runtimeDir: string;
  readonly stateDir: string;
  readonly socket: string;
  readonly lock: string;
  /** Protects the records, whatever becomes of the runtime directory. */
  readonly stateLock: string;
  readonly log: string;
  /** Sockets of the holders. */
  readonly holders: string;
  /** Panes have it first on PATH. */
  readonly bin: string;
  readonly holderProgram: string;
  /** The addon that tells the user at the other end of a connection. */
  readonly peerUid: string;
  readonly records: string;
  readonly journals: string;
  /** Port and token of HTTP, where it is open. */
  readonly http: string;
}

/** What stands in the way, as a sentence for the person who started it. */
export class PathFault extends Error {
  override readonly name = "PathFault";
}

/** Bytes of a socket's path on the strictest system, the terminating zero not counted. */
const MAX_SOCKET_PATH = 103;
const KEY_NAME_LENGTH = 16;

export function preparePaths(environment: NodeJS.ProcessEnv = process.env): DaemonPaths {
  const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
  const { bin, holder, peerUid } = programs(root);
  const runtimeDir = runtimeDirectory(environment);
  makePrivate(runtimeDir);
  const stateDir = environment.MULLION_DIR
    ? join(runtimeDir, "state")
    : stateDirectory(runtimeDir, environment);
  makePrivate(stateDir);
  rememberStateDirectory({ runtimeDir, stateDir });
  const holders = join(runtimeDir, "h");
  makePrivate(holders);
  if (Buffer.byteLength(holders) + 1 + KEY_NAME_LENGTH > MAX_SOCKET_PATH) {
    throw new PathFault(`${runtimeDir} is too long a path for sockets: choose a shorter MULLION_DIR`);
  }
  return {
    root,
    runtimeDir,
    stateDir,
    socket: join(runtimeDir, "daemon.sock"),
    lock: join(runtimeDir, "daemon.lock"),
    stateLock: join(stateDir, "daemon.lock"),
    log: join(runtimeDir, "daemon.log"),
    holders,
    bin,
    holderProgram: holder,
    peerUid,
    records: join(stateDir, "records"),
    journals: join(stateDir, "journals"),
    http: join(stateDir, "http.json"),
  };
}

function runtimeDirectory(environment: NodeJS.ProcessEnv): string {
  const own = environment.MULLION_DIR;
  if (own) {
    if (!isAbsolute(own)) throw new PathFault(`MULLION_DIR must be an absolute path, not ${own}`);
    return own;
  }
  return userDirectory(process.getuid!());
}

/** For a later start with less in its environment. */
export function rememberStateDirectory({
  runtimeDir,
  stateDir,
}: Pick<DaemonPaths, "runtimeDir" | "stateDir">): void {
  if (process.env.MULLION_DIR || rememberedDirectory(runtimeDir) === stateDir) return;
  writeFileSync(stateMemory(runtimeDir), `${stateDir}\n`, { mode: 0o600 });
}

function stateDirectory(runtimeDir: string, environment: NodeJS.ProcessEnv): string {
  return chooseStateDirectory({ runtimeDir, environment, isUsable: canUse });
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

/** A directory of ours alone. Somebody else's, or a link to one, is refused, never used. */
export function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const stat = lstatSync(directory);
  if (!stat.isDirectory()) throw new PathFault(`${directory} is not a directory: remove it and try again`);
  if (stat.uid !== process.getuid!())
    throw new PathFault(`${directory} belongs to another user (uid ${stat.uid})`);
  if ((stat.mode & 0o077) !== 0) chmodSync(directory, 0o700);
}
