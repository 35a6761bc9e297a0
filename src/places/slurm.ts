import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { attempt } from "../core/attempt.ts";
import { MuxError } from "../core/errors.ts";
import type { Engine, EngineEnvironment, JobOrder, JobReport } from "./engine.ts";
import { oneLine, runTool } from "./run-tool.ts";
import { countAhead, JOB_FORMAT, parseAccounting, parseJobs, type SlurmJob } from "./slurm-jobs.ts";
import { connectScript, jobScript, SIGNAL_OPTION } from "./slurm-script.ts";

/** What of a job's output is read for the reason of its end. */
const OUTPUT_BYTES = 2_000;
const CAUSE = /CANCELLED AT \S+ DUE TO (PREEMPTION|NODE FAILURE|JOB REQUEUE)/;
const CAUSE_TRIES = 12;
const CAUSE_MS = 250;

/**
 * Options of sbatch that a placed job cannot have. sbatch accepts a long option by the beginning of its name, and short ones
 * without a value together in one word. `--wait-all-nodes` is another option than `--wait`.
 */
const REFUSED: readonly (readonly [option: RegExp, sentence: string])[] = [
  [
    /^(?:-[hHkOQsvVW]*a|--ar(?:r(?:ay?)?)?(?:=|$))/,
    "a call places one job: leave out --array, and call it once for each",
  ],
  [/^(?:-[hHkOQsvV]*W|--wait$)/, "a call does not wait for the end of its job: leave out --wait"],
];

/** Variables of a caller that would have the same effect. */
const HIDDEN: readonly string[] = ["SBATCH_ARRAY_INX", "SBATCH_WAIT"];

/** Slurm, through the programs that its users call: no version of its API is needed, and its permissions apply. */
export const slurm: Engine = {
  name: "slurm",
  title: "Slurm",

  async submit({ options, environment: ofCaller, cwd, program }: JobOrder) {
    for (const [option, sentence] of REFUSED)
      if (options.some((word) => option.test(word))) throw new MuxError("bad-value", sentence);
    const own = ["--parsable", "--job-name=mullion", SIGNAL_OPTION];
    const input = jobScript(program);
    const environment = new Map([...ofCaller].filter(([name]) => !HIDDEN.includes(name)));
    const printed = await runTool({ file: "sbatch", argv: [...own, ...options], environment, cwd, input });
    const [, job] = /^(\d+)(?:;|\s|$)/.exec(printed) ?? [];
    if (job === undefined) throw new MuxError("not-supported", `sbatch gave no job id: ${oneLine(printed)}`);
    return job;
  },

  async look(jobs, environment) {
    const found = await queue(["--states=all", `--jobs=${jobs.join(",")}`], environment);
    const queued = found.filter(({ state }) => state.kind === "queued");
    const waiting = queued.length === 0 ? [] : await queue(["--states=PENDING"], environment);
    const reports = new Map<string, JobReport>(found.map((job) => [job.job, withAhead(job, waiting)]));
    const missing = jobs.filter((job) => !reports.has(job));
    return missing.length === 0 ? reports : new Map([...reports, ...(await accounted(missing, environment))]);
  },

  /**
   * A job in the queue again has the state of one that never ran. Slurm has written the reason to the output of the job and to
   * that of each step, so also to the program of the link; its node may show it, too.
   */
  async whyRestarted({ job, node, environment, complaints }) {
    const output = await this.outputOf(job, environment);
    const argv = ["--noheader", `--nodes=${node}`, "--format=%T"];
    const states = await runTool({ file: "sinfo", argv, environment }).catch(() => "");
    const isDown = /down|fail|drain|unk/i.test(states);
    const cause = CAUSE.exec(output)?.[1] ?? (isDown ? undefined : await causeInTime(complaints));
    if (cause === "PREEMPTION") return "another job preempted it";
    if (cause === "JOB REQUEUE") return "scontrol requeued it";
    if (cause !== undefined || isDown) return `its node ${node} failed`;
    return output === ""
      ? "the reason is in its output, which is not kept here: give it a file with -o"
      : undefined;
  },

  async outputOf(job, environment) {
    const shown = await runTool({ file: "scontrol", argv: ["show", "job", job], environment }).catch(
      () => "",
    );
    const path = /^\s*StdOut=(\/.*)$/m.exec(shown)?.[1];
    return path === undefined ? "" : (attempt(() => endOfFile(path)) ?? "");
  },

  async cancel(job, environment) {
    await runTool({ file: "scancel", argv: [job], environment });
  },

  /** A step beside the batch script, on its node: unbuffered, because a link is no text of lines. */
  link(job) {
    const where = [
      `--jobid=${job}`,
      "--overlap",
      "--nodes=1",
      "--ntasks=1",
      "--relative=0",
      "--cpus-per-task=1",
    ];
    const streams = ["--unbuffered", "--export=NONE", "--quiet"];
    const program = ["/bin/sh", "-c", connectScript(job, String(process.getuid?.()))];
    // A caller inside of another allocation has variables that are options of srun.
    return { command: ["srun", ...where, ...streams, ...program], hides: "^SLURM_(?!CONF$)" };
  },
};

/** Steps end some moments after their job is in the queue again. */
async function causeInTime(complaints: () => string | undefined): Promise<string | undefined> {
  for (let tries = 0; tries < CAUSE_TRIES; tries++) {
    const text = complaints();
    const cause = CAUSE.exec(text ?? "")?.[1];
    if (cause !== undefined || text === undefined) return cause;
    await pause(CAUSE_MS);
  }
  return undefined;
}

async function queue(argv: readonly string[], environment: EngineEnvironment): Promise<SlurmJob[]> {
  const plain = [...environment].filter(([name]) => !name.startsWith("SQUEUE_"));
  const call = {
    file: "squeue",
    argv: ["--noheader", ...argv, `--Format=${JOB_FORMAT}`],
    environment: new Map([...plain, ["SLURM_TIME_FORMAT", "%s"]]),
  };
  const printed = await runTool(call).catch((error: Error) => {
    // The answer about a single job that the controller has forgotten.
    if (/Invalid job id/.test(error.message)) return "";
    throw error;
  });
  return parseJobs(printed);
}

function withAhead(job: SlurmJob, waiting: readonly SlurmJob[]): JobReport {
  const { state, restarts } = job;
  if (state.kind !== "queued") return { state, restarts };
  return { state: { ...state, ahead: countAhead(job, waiting) }, restarts };
}

/** Many clusters have no accounting: then nothing is known. */
async function accounted(
  jobs: readonly string[],
  environment: EngineEnvironment,
): Promise<Map<string, JobReport>> {
  const argv = [
    "--noheader",
    "--parsable2",
    "--allocations",
    `--jobs=${jobs.join(",")}`,
    "--format=JobID,State",
  ];
  return parseAccounting(await runTool({ file: "sacct", argv, environment }).catch(() => ""));
}

function endOfFile(path: string): string {
  // Without a wait: it may be a pipe.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, OUTPUT_BYTES));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, size - bytes.length)).toString();
  } finally {
    closeSync(file);
  }
}
