import type { PaneId } from "../../core/ids.ts";
import type { Pane } from "../../core/tree/tree.ts";
import type { JobRequest, PipeCommands, PipeFlow } from "../../doors/tmux/context.ts";
import { HeldJob } from "../../holders/held-job.ts";
import { type HeldPane, keyName } from "../../holders/held-pane.ts";
import { HeldPipe } from "../../holders/held-pipe.ts";
import type { House } from "../house.ts";
import { change, type RecordTypes } from "../records/kinds.ts";
import { randomId } from "../system/random-id.ts";
import { jobStart } from "./jobs.ts";

type PipeRecord = RecordTypes["pipe"];

interface OpenPipe {
  readonly pipe: HeldPipe;
  readonly record: PipeRecord;
}

export interface PanePipesOptions {
  readonly house: House;
  /** Key of the server. */
  readonly key: string;
  held(id: PaneId): HeldPane | undefined;
}

/** The commands of pipe-pane on one server. A pipe ends with its command, its pane or the next pipe-pane. */
export class PanePipes implements PipeCommands {
  readonly #options: PanePipesOptions;
  readonly #open = new Map<PaneId, OpenPipe>();

  constructor(options: PanePipesOptions) {
    this.#options = options;
  }

  has({ id }: Pick<Pane, "id">): boolean {
    return this.#open.has(id);
  }

  start({ id }: Pane, request: JobRequest, flow: PipeFlow): void {
    const { house, held } = this.#options;
    const pane = held(id);
    if (!pane) return;
    const key = randomId();
    const place = { holder: keyName(pane.holderKey), base: pane.outputEnd };
    const record = { key: keyName(key), pane: id, flow, place };
    const { job, pipe } = this.#create(record, pane);
    this.#write(record);
    job.start(jobStart(house.paths, request));
    if (flow.output) pipe.begin();
    else job.endInput();
  }

  stop({ id }: Pick<Pane, "id">): void {
    const open = this.#open.get(id);
    this.#open.delete(id);
    if (open) this.#stop(open);
  }

  stopAll(): void {
    for (const id of [...this.#open.keys()]) this.stop({ id });
  }

  /** Restores the pipes of a previous daemon. */
  restore(): void {
    const { house, key, held } = this.#options;
    for (const [, record] of [...house.store.under("pipe", key)]) {
      const pane = held(record.pane);
      if (pane) {
        const { pipe } = this.#create(record, pane);
        pipe.goOn();
        if (record.place.until !== undefined) this.#stop({ pipe, record });
      } else this.#letGo(record);
    }
  }

  #stop({ pipe, record }: OpenPipe): void {
    void pipe.stop().then(() => this.#forget(record));
  }

  /** Releases the pipe of a closed pane; the pane's last output is lost with it. */
  #letGo(record: PipeRecord): void {
    const job = this.#job(record);
    job.find();
    void job.letGo().then(() => this.#forget(record));
  }

  #job({ key, pane, flow }: PipeRecord): HeldJob {
    const { house, held } = this.#options;
    return new HeldJob({
      holding: house.holding,
      key: BigInt(`0x${key}`),
      kept: true,
      output: (bytes) => (flow.input ? held(pane)?.process?.hand(bytes) : undefined),
    });
  }

  #create(record: PipeRecord, pane: HeldPane): { readonly job: HeldJob; readonly pipe: HeldPipe } {
    const job = this.#job(record);
    const pipe = new HeldPipe({
      job,
      pane,
      place: record.place,
      onPlaced: (place) => this.#write({ ...record, place }),
    });
    if (record.place.until === undefined) this.#open.set(record.pane, { pipe, record });
    void job.exited.then(() => {
      if (this.#open.get(record.pane)?.pipe === pipe) this.#open.delete(record.pane);
      this.#forget(record);
    });
    return { job, pipe };
  }

  #write(record: PipeRecord): void {
    this.#note(record, record);
  }

  #forget(record: PipeRecord): void {
    this.#note(record, undefined);
  }

  #note({ key }: PipeRecord, record: PipeRecord | undefined): void {
    const { house, key: server } = this.#options;
    const { ledger } = house;
    ledger.note(change("pipe", key, record, server));
    ledger.commitSoon();
  }
}
