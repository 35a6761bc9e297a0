import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { attempt } from "../core/attempt.ts";
import { JOB_ENDS, type JobEnd } from "./engine.ts";

/** A job as it is on record, so that the next daemon knows it. Times are milliseconds since the epoch. */
export interface JobRecord {
  readonly engine: string;
  /** The request that placed it: a repeated one continues with the same job. "": its program runs. */
  readonly request: string;
  /** "" while it is being submitted. */
  readonly job: string;
  readonly options: readonly string[];
  readonly submitted: number;
  /** Where it runs, or ran before its end; "" while it waits. */
  readonly node: string;
  readonly restarts: number;
  /** Why the engine put it back into the queue, the last time. */
  readonly restarted?: string;
  readonly ended?: { readonly how: JobEnd; readonly at: number; readonly detail: string };
}

const MAX_RECORDS = 2_000;

/** A file of records that is replaced whole: another daemon never reads half of it. */
export class PlacedJobsFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** A file that is missing or damaged holds nothing. */
  read(): JobRecord[] {
    const value: unknown = attempt(() => JSON.parse(readFileSync(this.#path, "utf8")));
    return Array.isArray(value) ? value.filter(isRecord).slice(-MAX_RECORDS) : [];
  }

  write(records: readonly JobRecord[]): void {
    const next = `${this.#path}.new`;
    writeFileSync(next, `${JSON.stringify(records.slice(-MAX_RECORDS), undefined, 1)}\n`, { mode: 0o600 });
    renameSync(next, this.#path);
  }
}

function isRecord(value: unknown): value is JobRecord {
  const { engine, request, job, options, submitted, node, restarts, ended } = Object(value) as Record<
    string,
    unknown
  >;
  const { how } = Object(ended) as { how?: string };
  return (
    [engine, request, job, node].every((text) => typeof text === "string") &&
    [submitted, restarts].every(Number.isFinite) &&
    Array.isArray(options) &&
    (ended === undefined || Object.hasOwn(JOB_ENDS, how ?? ""))
  );
}
