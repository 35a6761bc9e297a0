import { type Answer, askDaemon } from "./ask-daemon.ts";
import { socketsIn } from "./doctor/check-sockets.ts";
import { type HolderState, probeHolder } from "./holder-probe.ts";
import { lockOwner, type Places } from "./places.ts";

/** The daemon that runs, seen from outside. */
export interface RunningDaemon {
  readonly pid: number;
  /** Undefined where it does not answer, or speaks another language. */
  readonly version: string | undefined;
  /** Of its package. */
  readonly root: string | undefined;
}

export async function runningDaemon(where: Places): Promise<RunningDaemon | undefined> {
  const pid = lockOwner(where);
  if (pid === undefined) return undefined;
  const answer = await askDaemon(where.socket, ["up", "--json"], 3_000);
  // It may have been killed a moment before its lock was read.
  if (answer.kind !== "answered" && lockOwner(where) !== pid) return undefined;
  const { version, root } = detailsOf(answer);
  return { pid, version, root };
}

function detailsOf(answer: Answer): { readonly version?: string; readonly root?: string } {
  return answer.kind === "answered" && answer.status === 0 ? JSON.parse(answer.stdout) : {};
}

/** Every holder there is. */
export function probeHolders({ holderDir }: Places): Promise<HolderState[]> {
  return Promise.all(socketsIn(holderDir).map(probeHolder));
}
