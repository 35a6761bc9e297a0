import { lstatSync } from "node:fs";
import type { HttpAccessFile } from "../../doors/http/access.ts";
import type { SocketListener } from "../calls/listener.ts";
import type { House } from "../house.ts";
import { makePrivate, rememberStateDirectory } from "../paths.ts";
import type { Servers } from "../servers/servers.ts";
import type { Lock } from "./lock.ts";
import { noteBoot } from "./machine-stop.ts";

/**
 * Cleaners of /tmp and /run/user, and people, remove the daemon's directory or its sockets while it runs. Then no
 * client can call it, and the next daemon could not find the panes. So the daemon checks every few seconds that they
 * exist, and creates them again; SIGUSR1, tmux's signal for this, makes it check at once. A check that finds everything
 * costs a handful of system calls.
 */
export interface WatchedPlaces {
  readonly house: House;
  readonly servers: Servers;
  readonly listener: SocketListener;
  readonly lock: Lock;
  /** The page's socket and ports. */
  readonly access: Pick<HttpAccessFile, "renewSocket" | "retry">;
}

const LOOK_MS = 3_000;

export function watchPlaces(places: WatchedPlaces): { stop(): void } {
  const renewHolders = holderSockets(places.house);
  let busy = false;
  let again = false;
  let trouble = "";
  const check = async () => {
    try {
      await renew(places, renewHolders);
      trouble = "";
    } catch (error) {
      const { message } = error as Error;
      if (message !== trouble) places.house.log.write(`the daemon cannot be called: ${message}`);
      trouble = message;
    }
  };
  // A check that runs may have passed what was removed since, so it is followed by another one.
  const look = async () => {
    again = true;
    if (busy) return;
    busy = true;
    while (again) {
      again = false;
      await check();
    }
    busy = false;
  };
  const timer = setInterval(look, LOOK_MS).unref();
  process.on("SIGUSR1", look);
  return {
    stop() {
      clearInterval(timer);
      process.removeListener("SIGUSR1", look);
    },
  };
}

async function renew(
  { house, servers, listener, lock, access }: WatchedPlaces,
  renewHolders: () => number,
): Promise<void> {
  const { paths, log, store, knownAgents } = house;
  knownAgents.renew();
  makePrivate(paths.runtimeDir);
  makePrivate(paths.holders);
  makePrivate(paths.stateDir);
  if (!lock.renew()) leaveToOther(house);
  rememberStateDirectory(paths);
  noteBoot(paths);
  if (store.renew()) log.write(`records were removed from ${paths.stateDir}: written again`);
  const count = renewHolders();
  const sockets = [
    ...((await listener.renew()) ? [paths.socket] : []),
    ...(await servers.renewSockets()),
    ...(await access.renewSocket()),
  ];
  if (count > 0) log.write(`sockets of ${count} holders were removed: asked for them again`);
  if (sockets.length > 0) log.write(`made sockets again that were removed: ${sockets.join(", ")}`);
  if (await access.retry()) log.write("HTTP is open again: its port is free");
}

/**
 * Directories were removed together with their locks, and another daemon started before this one checked. The other
 * daemon has the panes now.
 */
function leaveToOther({ log }: House): void {
  log.write("another daemon has taken over: this one ends, and removes nothing");
  process.kill(process.pid, "SIGKILL"); // An orderly exit would remove the other daemon's sockets.
}

/** Longer than a tick of the clock of any file system: changes within one tick have the same time. */
const TICK_MS = 1_000;

/**
 * Returns the function that renews the sockets of holders, which returns how many were missing. The directory's mtime
 * changes with every file that is created or removed; as long as it is unchanged, no socket is missing. A recent one may
 * stay unchanged although more files are removed.
 */
function holderSockets({ paths, holding }: House): () => number {
  let seen: number | undefined;
  return () => {
    const { mtimeMs } = lstatSync(paths.holders);
    if (mtimeMs === seen) return 0;
    const count = holding.holders.renewSockets(paths.holders);
    // Socket files that holders create again change the mtime once more, so the next check looks again.
    seen = Date.now() - mtimeMs > TICK_MS ? mtimeMs : undefined;
    return count;
  };
}
