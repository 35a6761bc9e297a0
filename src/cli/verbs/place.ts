import type { JobState } from "../../places/engine.ts";
import { describeJob, type PlacedJob } from "../../places/placed-jobs.ts";
import { columns } from "../columns.ts";
import { UsageError } from "../exit-status.ts";
import { age, counted } from "../quantities.ts";
import { defineHotVerb, type HotCall, JSON_OPTION } from "../verb.ts";

const ACTIONS = ["ls", "show", "rm", "cancel"] as const;
type Action = (typeof ACTIONS)[number];
type Run = (call: HotCall, names: readonly string[]) => Promise<void>;

export const place = defineHotVerb({
  name: "place",
  summary: "jobs that an engine such as Slurm runs for run --on",
  operands: "ls|show|rm|cancel [NAME]…",
  count: [1, Number.POSITIVE_INFINITY],
  completes: ACTIONS,
  options: { json: JSON_OPTION },
  notes: [
    "run --on slurm places a job with a daemon of its own, and is answered when its program runs there. Options after a colon are for sbatch, as you write them: --on 'slurm:-p debug -t 60 -c 4'. While the job runs it is a host: slurm-12/%0 is a target in every verb, and run --on slurm-12 starts another program there.",
    "ls asks the engine now. A job is queued with the number of jobs ahead of it, running with its node and the time that is left, or ended with the reason. rm cancels a job, and forgets one that has ended; cancel is the same. An ended job is forgotten after a day.",
    "The job ends a minute after its last session. Before its time limit the owners of its panes are warned, and the panes are ended cleanly.",
  ],
  examples: [
    ["mullion run --on slurm -- make", "prints slurm-12/%0"],
    ["mullion run --on 'slurm:-p gpu -t 60 --gres=gpu:1' -- python train.py", "options of sbatch"],
    ["mullion place ls", "name, state, node, time left, panes"],
    ["mullion place rm slurm-12", "cancels it"],
  ],
  async run(call) {
    const [action = "", ...names] = call.operands;
    const run = Object.hasOwn(actions, action) ? actions[action as Action] : undefined;
    if (!run)
      throw new UsageError(`place has no ${JSON.stringify(action)}: it is one of ${ACTIONS.join(", ")}`);
    await run(call, names);
  },
});

const actions: Readonly<Record<Action, Run>> = { ls: list, show, rm: remove, cancel: remove };

/** A job with the number of its panes, which is unknown if it does not run or does not answer. */
interface CountedJob extends PlacedJob {
  readonly panes: number | undefined;
}

async function list(call: HotCall, names: readonly string[]): Promise<void> {
  if (names.length > 0) throw new UsageError("place ls takes no names: place show does");
  const { context, options, print } = call;
  const trouble = await refreshed(call);
  const jobs = await countPanes(call, context.placed.all());
  if (options.json) {
    print(JSON.stringify({ places: jobs.map(described), ...(trouble !== undefined && { error: trouble }) }));
    return;
  }
  if (trouble !== undefined) print(`${trouble}; this is what was known before:`);
  if (jobs.length === 0) print("No jobs: mullion run --on slurm -- PROGRAM places one.");
  else print(columns(jobs.map((job) => row(job, call))).join("\n"));
}

async function show(call: HotCall, names: readonly string[]): Promise<void> {
  if (names.length === 0) throw new UsageError("place show needs a name: mullion place ls lists them");
  const { context, options, print } = call;
  const trouble = await refreshed(call);
  if (trouble !== undefined && !options.json) print(`${trouble}; this is what was known before:`);
  for (const job of await countPanes(
    call,
    names.map((name) => context.placed.named(name)),
  )) {
    print(options.json ? JSON.stringify(described(job)) : lines(job, context.clock.now()).join("\n"));
  }
}

async function remove(call: HotCall, names: readonly string[]): Promise<void> {
  if (names.length === 0) throw new UsageError("place rm needs a name: mullion place ls lists them");
  const { context, invocation, options, print } = call;
  await refreshed(call);
  for (const name of names) {
    const { state } = context.placed.named(name);
    const isOver = state.kind === "ended";
    if (isOver) context.placed.forget(name);
    else await context.placed.cancel(name, invocation.environment);
    const done = isOver ? "forgotten" : "cancelled";
    print(options.json ? JSON.stringify({ [done]: name }) : `${name} is ${done}.`);
  }
}

/** Resolves to why the engine did not answer. */
async function refreshed({ context, invocation }: HotCall): Promise<string | undefined> {
  return await context.placed.refresh(invocation.environment).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

/** The panes of jobs that run, from their own reports, all at the same time. */
async function countPanes(
  { context, invocation }: HotCall,
  jobs: readonly PlacedJob[],
): Promise<readonly CountedJob[]> {
  const running = new Set(jobs.filter(({ state }) => state.kind === "running").map(({ name }) => name));
  const views = context.hosts.views().filter(({ name }) => running.has(name));
  const looks = await Promise.all(views.map((view) => view.look(invocation)));
  const counts = new Map(
    looks.map(({ name, error, known }) => [name, error === undefined ? known?.panes.size : undefined]),
  );
  return jobs.map((job) => ({ ...job, panes: counts.get(job.name) }));
}

function row(job: CountedJob, { context, terminal: { paint } }: HotCall) {
  const now = context.clock.now();
  return [
    { text: job.name, paint: paint.bold },
    { text: job.state.kind },
    { text: job.node },
    { text: job.panes === undefined ? "" : counted(job.panes, "pane") },
    { text: detail(job, now), paint: paint.dim },
  ];
}

function detail(job: PlacedJob, now: number): string {
  const { state, restarted } = job;
  const before = restarted === undefined ? "" : `; requeued: ${restarted}`;
  if (state.kind === "running") return `${timeLeft(state, now)}${before}`;
  return describeJob(job).slice(job.name.length + 1);
}

function timeLeft({ endsAt }: Extract<JobState, { kind: "running" }>, now: number): string {
  return endsAt === undefined ? "no time limit" : `${age(now, endsAt)} left`;
}

function lines(job: CountedJob, now: number): string[] {
  const { state, options, submitted, panes } = job;
  return [
    describeJob(job),
    ...(state.kind === "running" ? [timeLeft(state, now)] : []),
    ...(panes === undefined ? [] : [counted(panes, "pane")]),
    `submitted ${age(submitted, now)} ago${options.length === 0 ? "" : ` with ${options.join(" ")}`}`,
  ];
}

function described({
  name,
  engine,
  job,
  state,
  node,
  options,
  submitted,
  restarts,
  restarted,
  ended,
  panes,
}: CountedJob) {
  return {
    ...{ name, engine, job, node, options, submitted, restarts, panes },
    ...{ requeued: restarted, ended: ended && { ...ended }, state: state.kind },
    ...(state.kind === "queued" && { ahead: state.ahead, reason: state.reason }),
    ...(state.kind === "running" && { ends: state.endsAt }),
  };
}
