import { MuxError } from "../core/errors.ts";
import { legible } from "../core/text/legible.ts";
import type { Host } from "../hosts/host.ts";
import {
  type Engine,
  type EngineEnvironment,
  JOB_ENDS,
  type JobEnd,
  type JobOrder,
  type JobReport,
  type JobState,
} from "./engine.ts";
import type { JobRecord, PlacedJobsFile } from "./placed-jobs-file.ts";
import { endTools, oneLine } from "./run-tool.ts";

/** A job that a call placed. While it runs, it is the host of its name. */
export interface PlacedJob extends JobRecord {
  /** "slurm-12" */
  readonly name: string;
  readonly state: JobState;
}

export interface PlacedJobsOptions {
  readonly file: PlacedJobsFile;
  readonly engines: readonly Engine[];
  /** For looks that no call asks for. */
  readonly environment: EngineEnvironment;
  /** A job runs: it is a host from now on. */
  onRunning(): void;
  /** A job does not run any more, or again: what its link carried is lost. */
  onLost(name: string): void;
  /** What the program of a job's link has complained about; undefined: the job has no link. */
  complaintsOf(name: string): string | undefined;
  now(): number;
}

/** How often the engines are asked while no call waits. Slurm forgets a job after some minutes. */
const LOOK_MS = 15_000;
/** Calls that ask at about the same time get the same answer. */
const FRESH_MS = 500;
/** After a link was cut: the engine may need a while to notice, and Slurm waits 30 s for programs that do not end. */
const AFTER_LOSS_MS = [0, 500, 1_000, 2_000, ...Array<number>(8).fill(4_000)];
/** An ended job is forgotten after this. */
const KEPT_MS = 24 * 3_600_000;
const DETAIL_CHARS = 300;

/** The jobs that this daemon has placed, and what the engines say about them. */
export class PlacedJobs {
  readonly #options: PlacedJobsOptions;
  readonly #records: JobRecord[];
  readonly #reports = new Map<JobRecord["job"], JobReport>();
  #environment: EngineEnvironment;
  #look: Promise<void> | undefined;
  #lookedAt = 0;
  #isUnsaved = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PlacedJobsOptions) {
    this.#options = options;
    this.#environment = options.environment;
    this.#records = options.file.read();
    this.#watch();
  }

  /** The engine that `--on` names, as in `slurm` and `slurm:-p debug`, and the options for it. */
  engineOf(place: string): { readonly engine: Engine; readonly options: string } | undefined {
    const [, name = "", options = ""] = /^([^:]*):?([\s\S]*)$/.exec(place) ?? [];
    const engine = this.#options.engines.find((each) => each.name === name);
    return engine && { engine, options };
  }

  /** In the order of their submission, as they were known at the last look. */
  all(): readonly PlacedJob[] {
    return this.#records.filter(({ job }) => job !== "").map((record) => this.#placed(record));
  }

  find(name: string): PlacedJob | undefined {
    return this.all().find((job) => job.name === name);
  }

  /** Throws MuxError if there is no such job. */
  named(name: string): PlacedJob {
    const job = this.find(name);
    if (!job)
      throw new MuxError(
        "no-such-target",
        `there is no placed job ${legible(name)}: mullion place ls lists them`,
      );
    return job;
  }

  /** Jobs that run or wait. One that a dead daemon was submitting is not known to be there. */
  get living(): number {
    return this.#records.filter(({ job, ended }) => job !== "" && !ended).length;
  }

  /** The jobs that run, as hosts. */
  hosts(): readonly Host[] {
    return this.all().flatMap(({ name, engine, job, state }) =>
      state.kind === "running" ? [{ name, ...this.#engine(engine).link(job) }] : [],
    );
  }

  /** The engine whose jobs have names like this one, by its title. */
  ownerOf(name: string): string | undefined {
    const [, engine] = /^(.*)-\d+$/.exec(name) ?? [];
    return this.#options.engines.find((each) => each.name === engine)?.title;
  }

  /** Submits a job for a request, or finds the one that the request has submitted before. Resolves to its name. */
  async place(order: JobOrder & { readonly engine: Engine; readonly request: string }): Promise<string> {
    const { engine, request, options, environment } = order;
    this.#environment = environment;
    const known = this.#records.find((record) => record.request === request);
    if (known && known.job === "")
      throw new MuxError(
        "not-supported",
        `the daemon died while it submitted the job: look with ${engine.title}'s own programs whether the job is there`,
      );
    if (known) return nameOf(known);
    const draft: JobRecord = {
      engine: engine.name,
      request,
      job: "",
      options,
      submitted: this.#options.now(),
      node: "",
      restarts: 0,
    };
    this.#begin(draft);
    try {
      const record = { ...draft, job: await engine.submit(order) };
      this.#replace(draft, record);
      this.#watch();
      // A look that began before does not know the job.
      await this.#look?.catch(() => {});
      this.#lookedAt = 0;
      await this.refresh().catch(() => {});
      return nameOf(record);
    } catch (error) {
      this.#replace(draft, undefined);
      throw error;
    }
  }

  /** Asks the engines now. Throws MuxError if one of them does not answer. */
  async refresh(environment: EngineEnvironment = this.#environment): Promise<void> {
    this.#environment = environment;
    if (this.#options.now() - this.#lookedAt < FRESH_MS && !this.#look) return;
    this.#look ??= this.#lookAtAll().finally(() => {
      this.#look = undefined;
      this.#lookedAt = this.#options.now();
    });
    await this.#look;
  }

  /** The job's link was cut: looks until it is known what happened to the job, or for some seconds. */
  async onLinkLost(name: string): Promise<void> {
    for (const pauseMs of AFTER_LOSS_MS) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
      if (this.find(name)?.state.kind !== "running") return;
      await this.refresh().catch(() => {});
    }
  }

  async cancel(name: string, environment: EngineEnvironment): Promise<void> {
    const { engine, job } = this.named(name);
    await this.#engine(engine).cancel(job, environment);
    this.#lookedAt = 0;
    await this.refresh(environment);
  }

  /** The job runs the program that it was placed for: it does not wait for a repeated request any more. */
  settle(name: string): void {
    const record = this.#records.find((each) => nameOf(each) === name);
    if (record) this.#replace(record, { ...record, request: "" });
  }

  /** Removes a job that has ended from the record. */
  forget(name: string): void {
    const record = this.#records.find((each) => nameOf(each) === name);
    if (record) this.#replace(record, undefined);
  }

  stop(): void {
    clearInterval(this.#timer);
    endTools();
  }

  #placed(record: JobRecord): PlacedJob {
    const state: JobState = record.ended
      ? { kind: "ended", how: record.ended.how }
      : (this.#reports.get(nameOf(record))?.state ?? lastKnown(record));
    return { ...record, name: nameOf(record), state };
  }

  #engine(name: string): Engine {
    const engine = this.#options.engines.find((each) => each.name === name);
    if (!engine) throw new MuxError("not-supported", `this Mullion knows no engine ${legible(name)}`);
    return engine;
  }

  async #lookAtAll(): Promise<void> {
    for (const engine of this.#options.engines) {
      const living = this.#records.filter(
        (each) => each.engine === engine.name && each.job !== "" && !each.ended,
      );
      if (living.length === 0) continue;
      const jobs = living.map(({ job }) => job);
      const reports = await engine.look(jobs, this.#environment);
      for (const record of living) await this.#note(engine, record, reports.get(record.job));
    }
    this.#forgetOld();
    if (this.#isUnsaved) this.#save();
  }

  async #note(engine: Engine, record: JobRecord, report: JobReport = GONE): Promise<void> {
    const name = nameOf(record);
    const { state, restarts } = report;
    this.#reports.set(name, report);
    if (state.kind === "ended") await this.#end(engine, record, state.how);
    else if (restarts > record.restarts) await this.#restart(engine, record, restarts);
    else if (state.kind === "running" && state.node !== record.node) {
      this.#replace(record, { ...record, node: state.node });
      this.#options.onRunning();
    }
  }

  async #restart(engine: Engine, record: JobRecord, restarts: number): Promise<void> {
    const { job, node } = record;
    const complaints = () => this.#options.complaintsOf(nameOf(record));
    const why = await engine.whyRestarted({ job, node, environment: this.#environment, complaints });
    this.#replace(record, {
      ...record,
      node: "",
      restarts,
      restarted: why ?? `${engine.title} gives no reason`,
    });
    this.#options.onLost(nameOf(record));
  }

  async #end(engine: Engine, record: JobRecord, how: JobEnd): Promise<void> {
    const output = how === "failed" ? await engine.outputOf(record.job, this.#environment) : "";
    const detail = oneLine(output).slice(-DETAIL_CHARS);
    this.#replace(record, { ...record, ended: { how, at: this.#options.now(), detail } });
    this.#reports.delete(nameOf(record));
    this.#options.onLost(nameOf(record));
  }

  #forgetOld(): void {
    const oldest = this.#options.now() - KEPT_MS;
    for (const record of [...this.#records]) if (lastSign(record) < oldest) this.#replace(record, undefined);
  }

  /** Before a job is submitted, it must be on record: otherwise a repeated request would submit another one. */
  #begin(draft: JobRecord): void {
    try {
      this.#options.file.write([...this.#records, draft]);
    } catch (error) {
      const reason = legible((error as Error).message);
      throw new MuxError("not-supported", `no job is submitted, because it cannot be recorded: ${reason}`);
    }
    this.#records.push(draft);
  }

  #replace(old: JobRecord, next: JobRecord | undefined): void {
    const at = this.#records.indexOf(old);
    if (at < 0) return;
    this.#records.splice(at, 1, ...(next ? [next] : []));
    this.#save();
  }

  /** On a full disk the records stay in memory, and the next look tries again: the jobs themselves go on. */
  #save(): void {
    try {
      this.#options.file.write(this.#records);
      this.#isUnsaved = false;
    } catch {
      this.#isUnsaved = true;
    }
  }

  /** Looks now and then while a job lives, or a record waits to be written. */
  #watch(): void {
    if (this.#timer || this.living === 0) return;
    const look = () => {
      if (this.living > 0 || this.#isUnsaved) this.refresh().catch(() => {});
      else {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    };
    this.#timer = setInterval(look, LOOK_MS).unref();
    look();
  }
}

/** When a job ended, or a submission began that no daemon completed. */
function lastSign({ job, submitted, ended }: JobRecord): number {
  return ended?.at ?? (job === "" ? submitted : Number.POSITIVE_INFINITY);
}

/** Before the first look of a new daemon: as the last one knew it. */
function lastKnown({ node }: JobRecord): JobState {
  if (node === "") return { kind: "queued", ahead: undefined, reason: "not asked yet" };
  return { kind: "running", node, endsAt: undefined };
}

const GONE: JobReport = { state: { kind: "ended", how: "unknown" }, restarts: 0 };

function nameOf({ engine, job }: JobRecord): string {
  return `${engine}-${job}`;
}

/** A sentence about a job that does not run: why a call to it fails. */
export function describeJob({ name, state, node, restarts, restarted, ended }: PlacedJob): string {
  const before =
    restarted === undefined ? "" : `; it was requeued before (${restarted}), and its panes then are gone`;
  if (state.kind === "queued") return `${name} is queued${aheadText(state)}${before}`;
  if (state.kind === "running") return `${name} runs on ${node}${before}`;
  // A job may run and end between two looks, so that its node is not known.
  const neverRan = node === "" && state.how === "cancelled" && restarts === 0;
  const where = node !== "" ? ` on ${node}` : neverRan ? " before it ran" : "";
  const detail = ended && ended.detail !== "" ? `: ${ended.detail}` : "";
  return `${name} ${JOB_ENDS[state.how]}${where}${detail}${before}`;
}

/** ", 3 ahead (Resources)" */
function aheadText({ ahead, reason }: Extract<JobState, { kind: "queued" }>): string {
  const count = ahead === undefined ? "" : `, ${ahead} ahead`;
  return `${count} (${reason})`;
}
