import type { JobEnd, JobReport, JobState } from "./engine.ts";
import { oneLine } from "./run-tool.ts";

/** Columns of `squeue --Format`, each followed by a bar. The reason is last, because it may hold any text. */
export const JOB_FORMAT = [
  "JobID",
  "State",
  "RestartCnt",
  "EndTime",
  "Partition",
  "PriorityLong",
  "NodeList",
  "Reason",
]
  .map((column) => `${column}:|`)
  .join(",");

/** One job as squeue prints it. */
export interface SlurmJob extends JobReport {
  readonly job: string;
  readonly partition: string;
  readonly priority: number;
}

const ENDS: Readonly<Record<string, JobEnd>> = {
  COMPLETED: "finished",
  FAILED: "failed",
  BOOT_FAIL: "node-failure",
  CANCELLED: "cancelled",
  REVOKED: "cancelled",
  DEADLINE: "time-limit",
  TIMEOUT: "time-limit",
  NODE_FAIL: "node-failure",
  OUT_OF_MEMORY: "out-of-memory",
  PREEMPTED: "preempted",
};

const RUNNING: ReadonlySet<string> = new Set([
  "RUNNING",
  "SUSPENDED",
  "RESIZING",
  "SIGNALING",
  "STOPPED",
  "COMPLETING",
]);
/** Slurm prints the greatest number for a time without a limit, and words for an unknown one. */
const LATEST_S = 0xffff_fff0;

/** Reads what squeue printed with `JOB_FORMAT`, and times as seconds. A line of another form is left out. */
export function parseJobs(text: string): SlurmJob[] {
  return text.split("\n").flatMap((line) => {
    const [job = "", state = "", restarts, end, partition = "", priority, nodes = "", ...reason] =
      line.split("|");
    if (!/^\d+$/.test(job.trim())) return [];
    return {
      job: job.trim(),
      state: stateOf(state.trim(), { end: Number(end), nodes, reason: reason.slice(0, -1).join("|") }),
      restarts: Number(restarts) || 0,
      partition: partition.trim(),
      priority: Number(priority) || 0,
    };
  });
}

/** Reads what sacct printed with `--format=JobID,State --parsable2`: "12|CANCELLED by 0". */
export function parseAccounting(text: string): Map<string, JobReport> {
  const lines = text.split("\n").map((line) => line.split("|"));
  return new Map(
    lines.flatMap(([job = "", state = ""]) => {
      const how = ENDS[state.split(" ")[0] ?? ""];
      return how && /^\d+$/.test(job) ? [[job, { state: { kind: "ended", how }, restarts: 0 }] as const] : [];
    }),
  );
}

function stateOf(
  word: string,
  { end, nodes, reason }: { readonly end: number; readonly nodes: string; readonly reason: string },
): JobState {
  const how = ENDS[word];
  if (how) return { kind: "ended", how };
  if (RUNNING.has(word)) {
    const endsAt = end > 0 && end < LATEST_S ? end * 1000 : undefined;
    return { kind: "running", node: oneLine(nodes), endsAt };
  }
  const because = oneLine(reason);
  const isNone = because === "" || because === "None";
  return {
    kind: "queued",
    ahead: undefined,
    reason: isNone ? word.toLowerCase().replaceAll("_", " ") : because,
  };
}

/** How many of the waiting jobs are before this one: those with a higher priority, and older ones with the same. */
export function countAhead(job: SlurmJob, waiting: readonly SlurmJob[]): number {
  const isBefore = (other: SlurmJob) =>
    other.priority === job.priority ? Number(other.job) < Number(job.job) : other.priority > job.priority;
  return waiting.filter((other) => other.partition === job.partition && isBefore(other)).length;
}
