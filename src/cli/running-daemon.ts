import { setTimeout as delay } from "node:timers/promises";
import { type Answer, askDaemon } from "./ask-daemon.ts";
import { socketsIn } from "./doctor/check-sockets.ts";
import { type HolderState, probeHolder } from "./holder-probe.ts";
import { lockOwner, type Places } from "./places.ts";

/** The running daemon, seen from outside. */
export interface RunningDaemon {
  readonly pid: number;
  /** Undefined if the daemon does not answer, or uses another protocol version. */
  readonly version: string | undefined;
  /** Directory of the daemon's package. */
  readonly root: string | undefined;
}

const ANSWER_MS = 3_000;
const LOOK_AGAIN_MS = 20;

export async function runningDaemon(where: Places): Promise<RunningDaemon | undefined> {
  const pid = lockOwner(where);
  if (pid === undefined) return undefined;
  const answer = await lastingAnswer(where, pid);
  if (!answer) return undefined;
  const { version, root } = detailsOf(answer);
  return { pid, version, root };
}

/**
 * A killed daemon exists for a moment longer and still holds its lock. So a daemon that does not answer is asked again
 * until it answers or disappears, which returns undefined. Two rejections in a row are final.
 */
async function lastingAnswer(where: Places, pid: number): Promise<Answer | undefined> {
  const deadline = performance.now() + ANSWER_MS;
  for (let refusals = 0; ; ) {
    const answer = await askDaemon(where.socket, ["up", "--json"], ANSWER_MS);
    if (answer.kind === "answered") return answer;
    if (lockOwner(where) !== pid) return undefined;
    if (answer.kind === "refused") refusals++;
    if (answer.kind === "silent" || refusals === 2 || performance.now() > deadline) return answer;
    await delay(LOOK_AGAIN_MS);
  }
}

function detailsOf(answer: Answer): { readonly version?: string; readonly root?: string } {
  return answer.kind === "answered" && answer.status === 0 ? JSON.parse(answer.stdout) : {};
}

/** States of all holders. */
export function probeHolders({ holderDir }: Places): Promise<HolderState[]> {
  return Promise.all(socketsIn(holderDir).map(probeHolder));
}
