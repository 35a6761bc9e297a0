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

/**
 * Jobs for agents that a program starts: `spawn_agent` with the place `slurm:OPTIONS`. A program cannot wait for hours as a
 * person can, so a request waits for a limited time. Its job then keeps its position in the queue for the next request of
 * the same team for the same place, so a program that repeats its request makes progress, and never has two jobs for one
 * agent. A job whose caller disconnects is cancelled.
 */
export class AgentJobs {
  readonly #options: AgentJobsOptions;
  /** Requests that are under way, under the names that their jobs have on record. */
  readonly #taken = new Set<string>();

  constructor(options: AgentJobsOptions) {
    this.#options = options;
  }

  async claim(order: AgentJobOrder): Promise<AgentJob> {
    const { gone, environment } = order;
    const { jobs, newRequest } = this.#options;
    const request = this.#waiting(order) ?? keyOf(order) + newRequest();
    // Before it is submitted: as soon as the engine has accepted the job, other requests of the team see it.
    this.#taken.add(request);
    let name: string | undefined;
    const settle = (started: boolean) => {
      this.#taken.delete(request);
      if (name === undefined) return;
      if (started) jobs.settle(name);
      else if (gone.aborted) jobs.cancel(name, environment).catch(() => {});
    };
    try {
      name = await jobs.place({ ...order, request });
      const sentence = await this.#whyLate(order, name);
      if (sentence === undefined) return { kind: "ready", name, settle };
      settle(false);
      return { kind: "late", sentence };
    } catch (error) {
      settle(false);
      throw error;
    }
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
