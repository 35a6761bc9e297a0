import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { programs } from "../package/programs.ts";
import { BackendError } from "./backend-error.ts";
import { userDirectory, whyNotPrivate } from "./private-directory.ts";
import { socketTransport } from "./socket-transport.ts";
import type { OpenTransport, ProcessEnv } from "./transport.ts";

const PROGRAM = programs(fileURLToPath(new URL("../..", import.meta.url))).mullion;

/** A daemon that was started may leave again, for an upgrade or SIGTERM, before this client has connected. */
const MAX_STARTS = 5;

/** In the sentence of each refusal while a person ends the daemon (native/client/reach-daemon.c, src/daemon/life/shutdown.ts). */
const ENDING = /\(mullion down\)/;

/** Socket of this user's daemon: found by user id alone, or below MULLION_DIR. */
export function daemonSocket(env: ProcessEnv, uid = process.getuid!()): string {
  return join(env.MULLION_DIR || userDirectory(uid), "daemon.sock");
}

/**
 * The daemon's socket; if no daemon listens, one is started. A daemon that was ended together with its panes is not
 * started again, because the user ended it on purpose.
 */
export function daemonTransport(env: ProcessEnv): OpenTransport {
  const path = daemonSocket(env);
  const open = socketTransport(path);
  let known = false;
  return async (listener, signal) => {
    const fault = whyNotPrivate(dirname(path));
    if (fault !== undefined) throw new BackendError("not-connected", fault);
    try {
      for (let starts = 0; ; starts++) {
        try {
          return await open(listener, signal);
        } catch (failure) {
          const error = failure as NodeJS.ErrnoException;
          if (starts === MAX_STARTS || !isAbsent(error) || (known && wasEnded(path, error))) throw error;
        }
        await startDaemon(env, signal);
      }
    } finally {
      known = true;
    }
  };
}

/** Rejects with the signal's own reason; execFile would reject with an error of its own. */
async function startDaemon(env: ProcessEnv, signal: AbortSignal | undefined): Promise<void> {
  try {
    await promisify(execFile)(PROGRAM, ["up"], { env, ...(signal && { signal }) });
  } catch (error) {
    signal?.throwIfAborted();
    const { stderr, message } = error as Error & { readonly stderr?: string };
    const sentence = stderr?.trim().replace(/^mullion: /, "") || message;
    throw new BackendError(ENDING.test(sentence) ? "backend-ended" : "not-connected", sentence, {
      cause: error,
    });
  }
}

function isAbsent({ code }: NodeJS.ErrnoException): boolean {
  return code === "ENOENT" || code === "ECONNREFUSED";
}

/** The daemon removed its socket, which a crashed one cannot do, and no pane waits for the next daemon. */
function wasEnded(path: string, { code }: NodeJS.ErrnoException): boolean {
  return code === "ENOENT" && !hasPanes(dirname(path));
}

/** Each live pane has its own socket. */
function hasPanes(runtimeDir: string): boolean {
  try {
    return readdirSync(join(runtimeDir, "h")).length > 0;
  } catch {
    return false;
  }
}
