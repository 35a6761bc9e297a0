import type { Socket } from "node:net";
import type { TmuxDoor } from "../../doors/tmux/tmux-door.ts";
import type { Launcher } from "../../holders/launcher.ts";
import type { Native } from "../../panes/native.ts";
import type { Calls } from "../calls/calls.ts";
import type { SilentConnections } from "../calls/client-connection.ts";
import type { SocketListener } from "../calls/listener.ts";
import type { TerminalCall } from "../calls/raw-terminal.ts";
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
  readonly hosts: Pick<OtherHosts, "served" | "relayNoMore" | "dismiss" | "stop">;
  /** Every open connection of the daemon's sockets. */
  readonly connections: Iterable<Socket>;
  readonly silent: SilentConnections;
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
export async function leave(ending: Ending): Promise<never> {
  const { native, hosts, connections } = ending;
  beginLeaving(ending);
  hosts.stop("its daemon was stopped or upgraded");
  await stopListening(ending);
  await answered(ending);
  for (const socket of connections) socket.removeAllListeners("data").pause();
  native.announceLeaving();
  return exit(ending);
}

/**
 * Ends panes and servers, and the daemon itself once the caller has its answer. Calls that arrive meanwhile are rejected.
 */
export async function endEverything(ending: Ending): Promise<void> {
  const { house, servers, native, tmux, calls, hosts, launcher } = ending;
  const except = (call: TerminalCall) => isShutdown(call) || hosts.served.isPipe(call);
  calls.rejectNew({ sentence: DISMISSAL, except });
  hosts.relayNoMore();
  launcher.rejectNew(DISMISSAL);
  const processes = servers.all().flatMap((server) => server.processes());
  await settledOrLate(Promise.all(servers.all().map((server) => tmux.end(server))), ANSWER_MS);
  await Promise.all(processes.map((process) => process.gone));
  await servers.removeLeft();
  await settledOrLate(hosts.dismiss(DISMISSAL), ANSWER_MS);
  // After the answers to its requests: a client that learns of the end waits for none.
  await settledOrLate(native.end(DISMISSAL), ANSWER_MS);
  calls.dismiss({ sentence: DISMISSAL, except });
  forgetWish(house);
  house.log.write(`ended ${processes.length} panes`);
  void leaveNothing(ending);
}

/** The call of `mullion down`. Several may end everything at once. */
function isShutdown({ program, argv }: TerminalCall): boolean {
  return program === "mullion" && argv[0] === "shutdown";
}

/**
 * Ends the daemon when nothing is left. A client that was not answered would start the next daemon: so this one listens until
 * its own calls are answered, and then answers clients whose requests have not arrived. Links end after the calls that run
 * through them: a machine that has not received the end of a call would connect again.
 */
async function leaveNothing(ending: Ending): Promise<never> {
  const { hosts, silent } = ending;
  beginLeaving(ending);
  await settledOrLate(hosts.served.idle(), LINKS_MS);
  await settledOrLate(hosts.dismiss(DISMISSAL), ANSWER_MS);
  hosts.stop(DISMISSAL);
  await answered(ending);
  await stopListening(ending);
  for (const connection of silent.items) connection.dismiss(DISMISSAL);
  return exit(ending);
}

function beginLeaving({ house, places, native }: Ending): void {
  house.holding.leaving = true;
  places.stop();
  native.far.close();
}

/** Resolves when every connection that was made before is accepted. */
async function stopListening({ listener, servers }: Ending): Promise<void> {
  await Promise.all([listener.close(), servers.close()]);
}

function answered({ native, http, calls }: Ending): Promise<void> {
  return settledOrLate(Promise.all([native.stopReading(), http.leave(), calls.idle()]), ANSWER_MS);
}

async function exit({ house, servers, http, launcher, lock }: Ending): Promise<never> {
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
