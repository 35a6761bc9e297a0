import type { Socket } from "node:net";
import type { TmuxDoor } from "../../doors/tmux/tmux-door.ts";
import type { Launcher } from "../../holders/launcher.ts";
import type { Native } from "../../panes/native.ts";
import type { Calls } from "../calls/calls.ts";
import type { SocketListener } from "../calls/listener.ts";
import { currentRequest } from "../calls/request-scope.ts";
import type { OtherHosts } from "../hosts/other-hosts.ts";
import type { House } from "../house.ts";
import type { Servers } from "../servers/servers.ts";
import { settledOrLate } from "../system/clock.ts";
import { forgetWish } from "./leave-when-idle.ts";
import type { Lock } from "./lock.ts";

export interface Ending {
  readonly house: House;
  readonly servers: Servers;
  readonly native: Native;
  readonly tmux: TmuxDoor;
  readonly calls: Calls;
  readonly http: { leave(): Promise<void>; stopListening(): Promise<void> };
  readonly launcher: Launcher;
  readonly listener: SocketListener;
  readonly lock: Lock;
  readonly places: { stop(): void };
  /** Links to and from other machines. */
  readonly hosts: Pick<OtherHosts, "served" | "dismiss" | "stop">;
  /** Every open connection of the daemon's sockets. */
  readonly connections: Iterable<Socket>;
}

/** Time for running calls to be answered and for clients to receive the notification. */
const ANSWER_MS = 1_000;

/** Time for other machines to receive the answers of their calls, before their links end. */
const LINKS_MS = 500;

const DISMISSAL = "the daemon was ended, and its panes with it (mullion down)";

/**
 * Ends the daemon and keeps the panes: for SIGTERM and for an upgrade. The daemon answers every request that it has read.
 * From then on it reads no more, so that a client can repeat an unanswered request to the next daemon.
 */
export function leave(ending: Ending): Promise<never> {
  return exit(ending, async (hosts) => hosts.stop("its daemon was stopped or upgraded"));
}

/** `endLinks` begins before this daemon stops listening, and is over before anything else ends. */
async function exit(ending: Ending, endLinks: (hosts: Ending["hosts"]) => Promise<void>): Promise<never> {
  const { house, servers, native, http, calls, launcher, listener, lock, places, hosts, connections } =
    ending;
  house.holding.leaving = true;
  places.stop();
  native.far.close();
  await Promise.all([endLinks(hosts), listener.close(), servers.close()]);
  await settledOrLate(Promise.all([native.stopReading(), http.leave(), calls.idle()]), ANSWER_MS);
  for (const socket of connections) socket.removeAllListeners("data").pause();
  native.announceLeaving();
  house.ledger.commit();
  await servers.leave();
  house.store.close();
  launcher.stop();
  // The next daemon opens the same port as soon as it has the lock, perhaps before this process is gone.
  await http.stopListening();
  house.log.write("ended; panes stay");
  lock.release();
  process.exit(0);
}

/**
 * Ends panes and servers, and the daemon itself once the caller has its answer. Links end after the calls that run through
 * them: a machine that has not received the end of a call would connect again, which starts the next daemon.
 */
export async function endEverything(ending: Ending): Promise<void> {
  const { house, servers, native, tmux, calls, hosts } = ending;
  const processes = servers.all().flatMap((server) => server.processes());
  await settledOrLate(Promise.all(servers.all().map((server) => tmux.end(server))), ANSWER_MS);
  await Promise.all(processes.map((process) => process.gone));
  await servers.removeLeft();
  await settledOrLate(Promise.all([native.end(DISMISSAL), hosts.dismiss(DISMISSAL)]), ANSWER_MS);
  const own = currentRequest()?.requestId;
  calls.dismiss(DISMISSAL, { except: (call) => call.requestId === own || hosts.served.isPipe(call) });
  forgetWish(house);
  house.log.write(`ended ${processes.length} panes`);
  void exit(ending, async () => {
    await settledOrLate(hosts.served.idle(), LINKS_MS);
    await settledOrLate(hosts.dismiss(DISMISSAL), ANSWER_MS);
    hosts.stop(DISMISSAL);
  });
}
