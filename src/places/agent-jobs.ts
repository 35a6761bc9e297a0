import { createHash } from "node:crypto";
import { MuxError } from "../core/errors.ts";
import type { HostLink } from "../hosts/host-link.ts";
import { jobReached, jobRunning } from "./await-job.ts";
import type { Engine, JobOrder } from "./engine.ts";
import { describeJob, type PlacedJob, type PlacedJobs } from "./placed-jobs.ts";

export interface AgentJobsOptions {
  readonly jobs: PlacedJobs;
  /** How long a request waits for its job. */
  readonly waitMs: number;
  newRequest(): string;
  link(name: string): HostLink;
}

export interface AgentJobOrder extends JobOrder {
  readonly engine: Engine;
  /** Hint of the team that starts an agent. */
  readonly team: string;
  /** Aborted when the caller has disconnected. */
  readonly gone: AbortSignal;
}

/** A job that waits for one agent of a team. */
export type AgentJob =
  /** Its daemon can be reached. `settle`: whether the agent was started there. */
  | { readonly kind: "ready"; readonly name: string; settle(started: boolean): void }
  /** It stays in the queue: the next request of the team for the same place gets it. */
  | { readonly kind: "late"; readonly sentence: string };

interface Claim {
  readonly order: AgentJobOrder;
  readonly request: string;
  /** Of its job; undefined until that is submitted. */
  name: string | undefined;
  /** Resolves when the request waits for its job no longer. */
  done: Promise<unknown> | undefined;
}

/**
 * Jobs for agents that a program starts: `spawn_agent` with the place `slurm:OPTIONS`. A program cannot wait for hours as a
 * person can, so a request waits for a limited time. Its job then keeps its position in the queue for the next request of
 * the same team for the same place, so a program that repeats its request makes progress, and never has two jobs for one
 * agent. A job whose caller disconnects is cancelled, and so is one whose caller still waits when everything ends.
 */
export class AgentJobs {
  readonly #options: AgentJobsOptions;
  /** Requests that are under way, under the names that their jobs have on record. */
  readonly #taken = new Map<string, Claim>();
  readonly #dismissal = new AbortController();
  readonly #cancelling = new Set<Promise<void>>();

  constructor(options: AgentJobsOptions) {
    this.#options = options;
  }

  claim(order: AgentJobOrder): Promise<AgentJob> {
    const gone = AbortSignal.any([order.gone, this.#dismissal.signal]);
    const request = this.#waiting(order) ?? keyOf(order) + this.#options.newRequest();
    const claim: Claim = { order: { ...order, gone }, request, name: undefined, done: undefined };
    // Before it is submitted: as soon as the engine has accepted the job, other requests of the team see it.
    this.#taken.set(request, claim);
    const claimed = this.#claim(claim);
    claim.done = claimed.catch(() => {});
    return claimed;
  }

  /** Answers every request that is under way with the sentence. Resolves when their jobs are cancelled. */
  async dismiss(sentence: string): Promise<void> {
    this.#dismissal.abort(new MuxError("start-failed", sentence));
    const claims = [...this.#taken.values()];
    await Promise.all(claims.map(({ done }) => done));
    // An agent that is being started in its job has no caller any more either.
    for (const claim of claims) this.#settle(claim, false);
    await Promise.all(this.#cancelling);
  }

  async #claim(claim: Claim): Promise<AgentJob> {
    const { order, request } = claim;
    try {
      order.gone.throwIfAborted();
      const name = await this.#options.jobs.place({ ...order, request });
      claim.name = name;
      const sentence = await this.#whyLate(order, name);
      if (sentence === undefined)
        return { kind: "ready", name, settle: (started) => this.#settle(claim, started) };
      this.#settle(claim, false);
      return { kind: "late", sentence };
    } catch (error) {
      this.#settle(claim, false);
      throw error;
    }
  }

  #settle({ name, order, request }: Claim, started: boolean): void {
    if (!this.#taken.delete(request) || name === undefined) return;
    if (started) this.#options.jobs.settle(name);
    else if (order.gone.aborted) this.#cancel(name, order);
  }

  #cancel(name: string, { environment }: AgentJobOrder): void {
    const cancelled = this.#options.jobs
      .cancel(name, environment)
      .catch(() => {})
      .finally(() => this.#cancelling.delete(cancelled));
    this.#cancelling.add(cancelled);
  }

  /** The request that has left its job for this one. */
  #waiting(order: AgentJobOrder): string | undefined {
    const isFree = ({ request, state }: PlacedJob) =>
      request.startsWith(keyOf(order)) && state.kind !== "ended" && !this.#taken.has(request);
    return this.#options.jobs.all().find(isFree)?.request;
  }

  /** Undefined when the job's daemon can be reached; a sentence if that takes too long. */
  async #whyLate({ environment, gone }: AgentJobOrder, name: string): Promise<string | undefined> {
    const { jobs, waitMs, link } = this.#options;
    const late = AbortSignal.timeout(waitMs);
    const signal = AbortSignal.any([gone, late]);
    const awaited = { jobs, name, environment, signal, onProgress() {} };
    try {
      await jobRunning(awaited);
      await jobReached(awaited, link(name));
      return undefined;
    } catch (error) {
      const job = jobs.named(name);
      const { aborted, reason } = this.#dismissal.signal;
      if (aborted && job.state.kind !== "ended")
        throw new MuxError("start-failed", `${(reason as Error).message}; ${name} is cancelled`);
      if (late.aborted && job.state.kind !== "ended") return lateText(job);
      throw error instanceof MuxError ? error : new MuxError("start-failed", (error as Error).message);
    }
  }
}

function lateText(job: PlacedJob): string {
  const silence = job.state.kind === "running" ? ", where its daemon does not answer yet" : "";
  return `${describeJob(job)}${silence}: ask for the same place again to go on with this job, or cancel it with mullion place rm ${job.name}`;
}

/** Begins the requests of a team for jobs with the same options. */
function keyOf({ engine, team, options }: AgentJobOrder): string {
  const text = JSON.stringify([engine.name, team, options]);
  return `agent ${createHash("sha256").update(text).digest("hex").slice(0, 32)} `;
}
