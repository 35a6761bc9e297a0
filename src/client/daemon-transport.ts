import { execFile } from "node:child_process";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Environment } from "./environment.ts";
import { socketTransport } from "./socket-transport.ts";
import type { OpenTransport } from "./transport.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/mullion", import.meta.url));
const ABSENT = new Set(["ENOENT", "ECONNREFUSED"]);

/** This user's daemon: found by user id alone, or below MULLION_DIR. The daemon itself decides the same way. */
export function daemonSocket(env: Environment, uid = process.getuid!()): string {
  if (env.MULLION_DIR) return join(env.MULLION_DIR, "daemon.sock");
  const run = lstatSync(`/run/user/${uid}`, { throwIfNoEntry: false });
  const own = run?.isDirectory() && run.uid === uid;
  return own ? `/run/user/${uid}/mullion/daemon.sock` : `/tmp/mullion-${uid}/daemon.sock`;
}

/** The daemon's socket; where nobody listens, the daemon is started. */
export function daemonTransport(env: Environment): OpenTransport {
  const open = socketTransport(daemonSocket(env));
  return async (listener, signal) => {
    try {
      return await open(listener, signal);
    } catch (error) {
      if (!ABSENT.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
      await promisify(execFile)(PROGRAM, ["up"], { env, ...(signal && { signal }) });
      return await open(listener, signal);
    }
  };
}
