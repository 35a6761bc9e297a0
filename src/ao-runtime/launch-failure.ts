import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "../client/index.ts";
import { commandLineOf, familyOf, outputOf, processTable } from "../processes/process-table.ts";

interface Launched {
  readonly contextId: string;
  readonly command: readonly string[];
  readonly pid: number;
}

/** A command made only of shell builtins counts as running after this time. */
const LONGEST_LAUNCH_MS = 2_000;
/** … or after this time, if the system does not report what a process runs. */
const BLIND_LAUNCH_MS = 300;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;
const REASON_LINES = 5;

/**
 * Why a launch command failed, or undefined if it runs. It has failed if its shell ended with an error before any
 * program ran: no such program, not executable, bad syntax. A program that runs and then fails is an agent that ended,
 * not a failed launch.
 */
export async function launchFailure(client: Client, launched: Launched): Promise<string | undefined> {
  const { contextId: context_id } = launched;
  const settled = new AbortController();
  const ended = client
    .call(
      "mullion.wait",
      { context_id, until: { kind: "exit" }, timeout_ms: LONGEST_LAUNCH_MS },
      { signal: settled.signal },
    )
    .then(({ outcome, exit_code = 0 }) => (outcome === "timed-out" ? undefined : exit_code));
  const begun = hasBegun(launched, settled.signal);
  try {
    const status = await Promise.race([ended, begun]);
    if (!status) return undefined;
    const { text } = await client.call("capture", { context_id, lines: REASON_LINES });
    return `the command ended with status ${status}${text === "" ? "" : `: ${text}`}`;
  } finally {
    settled.abort();
    await Promise.allSettled([ended, begun]);
  }
}

/**
 * Resolves when a program other than the shell runs, or when the signal is aborted. A program that prints into a pipe
 * does not count: it precedes another program or supplies an argument for the shell, and the agent itself may still be
 * missing.
 */
async function hasBegun({ pid, command }: Launched, signal: AbortSignal): Promise<undefined> {
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => {});
  if (commandLineOf(process.pid) === undefined) {
    await pause(BLIND_LAUNCH_MS);
    return;
  }
  const shell = `${command.join("\0")}\0`;
  const isProgram = (each: number) => {
    const line = commandLineOf(each);
    return line !== undefined && line !== "" && line !== shell && !outputOf(each)?.startsWith("pipe:");
  };
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    if (familyOf(pid, await processTable()).some((row) => isProgram(row.pid))) return;
    await pause(pauseMs);
  }
}
