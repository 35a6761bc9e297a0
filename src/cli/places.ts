import { readFileSync } from "node:fs";
import { join } from "node:path";
import { userDirectory, whyNotPrivate } from "../client/private-directory.ts";
import { attempt } from "../core/attempt.ts";
import { MuxError } from "../core/errors.ts";
import { MAX_SOCKET_PATH, ownUserId } from "../processes/platform.ts";
import { isRunning, pidOf } from "../processes/process-mark.ts";
import { chooseStateDirectory, couldBeWritten } from "./state-directory.ts";

/**
 * The paths of an instance, for programs that inspect it from outside; nothing is created here. The daemon is found by
 * user id alone, because tools scrub the environment; only MULLION_DIR overrides that, and then everything of the
 * instance is below it. The client (native/client/runtime-directory.c) and the daemon (src/daemon/paths.ts) follow the same
 * rules.
 */
export interface Places {
  /** Sockets, locks and the log. A reboot removes them, as it ends the processes. */
  readonly runtimeDir: string;
  readonly socket: string;
  readonly lock: string;
  /** Names the `mullion down` during which no daemon starts. */
  readonly noStart: string;
  readonly log: string;
  /** One socket per pane. */
  readonly holderDir: string;
  /** Records and journals. */
  readonly stateDir: string;
  /** Port and token of the HTTP door, if it was ever opened. */
  readonly http: string;
}

export function places(environment: NodeJS.ProcessEnv, uid = ownUserId()): Places {
  const own = environment.MULLION_DIR;
  const runtimeDir = own || userDirectory(uid);
  const stateDir = own
    ? join(own, "state")
    : chooseStateDirectory({ runtimeDir, environment, isUsable: couldBeWritten });
  return {
    runtimeDir,
    socket: join(runtimeDir, "daemon.sock"),
    lock: join(runtimeDir, "daemon.lock"),
    noStart: join(runtimeDir, "no-start"),
    log: join(runtimeDir, "daemon.log"),
    holderDir: holderDirectory(runtimeDir),
    stateDir,
    http: join(stateDir, "http.json"),
  };
}

/** Directory of the holders' sockets. */
export function holderDirectory(runtimeDir: string): string {
  return join(runtimeDir, "h");
}

const KEY_NAME_LENGTH = 16;

/** Why an instance cannot have its sockets in this directory; undefined if its path is short enough. */
export function whyTooLong(runtimeDir: string): string | undefined {
  const longest = Buffer.byteLength(holderDirectory(runtimeDir)) + 1 + KEY_NAME_LENGTH;
  return longest > MAX_SOCKET_PATH ? `${runtimeDir} is too long a path for sockets` : undefined;
}

/** Like `places`, for verbs that change what they find: they do nothing in another user's directory. */
export function ownPlaces(environment: NodeJS.ProcessEnv): Places {
  const where = places(environment);
  const fault = whyNotPrivate(where.runtimeDir);
  if (fault !== undefined) throw new MuxError("bad-value", fault);
  return where;
}

/** Process id of the running daemon that holds the lock. The lock includes its start time, because ids are reused. */
export function lockOwner({ lock }: Places): number | undefined {
  return attempt(() => {
    const owner = readFileSync(lock, "utf8").trim();
    return isRunning(owner) ? pidOf(owner) : undefined;
  });
}
