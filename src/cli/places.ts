import { lstatSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Where an instance lives. The daemon is found by user id alone, because tools scrub the environment; only MULLION_DIR
 * overrides that, and then everything of the instance is below it. The client (native/runtime-directory.c) decides the
 * same way.
 */
export interface Places {
  /** Sockets, lock and log: gone after a reboot, as the processes are. */
  readonly runtimeDir: string;
  readonly socket: string;
  readonly pidFile: string;
  readonly log: string;
  /** One socket per pane. */
  readonly holderDir: string;
  /** Records and journals. */
  readonly stateDir: string;
}

export function places(environment: NodeJS.ProcessEnv, uid = process.getuid!()): Places {
  const own = environment.MULLION_DIR;
  const runtimeDir = own || userDirectory(uid);
  return {
    runtimeDir,
    socket: join(runtimeDir, "daemon.sock"),
    pidFile: join(runtimeDir, "daemon.pid"),
    log: join(runtimeDir, "daemon.log"),
    holderDir: join(runtimeDir, "holders"),
    stateDir: own ? join(own, "state") : join(environment.XDG_STATE_HOME || join(homedir(), ".local/state"), "mullion"),
  };
}

function userDirectory(uid: number): string {
  const run = lstatSync(`/run/user/${uid}`, { throwIfNoEntry: false });
  return run?.isDirectory() && run.uid === uid ? `/run/user/${uid}/mullion` : `/tmp/mullion-${uid}`;
}
