import type { Pane } from "../../core/tree/pane.ts";
import type { Job } from "./context.ts";
import type { DoorServer } from "./door-server.ts";

export interface PipeOptions {
  readonly command: string;
  readonly cwd: string;
  readonly session: Parameters<DoorServer["shellRequest"]>[1];
  /** What the pane prints goes to the command. */
  readonly output: boolean;
  /** What the command prints is typed into the pane. */
  readonly input: boolean;
}

/** The commands of pipe-pane, at most one for each pane. A pipe ends with its command, its pane or the next pipe-pane. */
export class Pipes {
  readonly #door: DoorServer;
  readonly #open = new Map<Pane, { readonly job: Job; readonly untap: () => void }>();

  constructor(door: DoorServer) {
    this.#door = door;
    door.server.events.on("pane-closed", () => this.#closeGone());
  }

  has(pane: Pane): boolean {
    return this.#open.has(pane);
  }

  start(pane: Pane, { command, cwd, session, output, input }: PipeOptions): void {
    const door = this.#door;
    const job = door.startJob(door.shellRequest(command, session, cwd), (bytes) => {
      if (input) void pane.process?.write(bytes);
    });
    const untap = output ? door.hosted.tap(pane, (bytes) => job.write(bytes)) : () => {};
    if (!output) job.endInput();
    const entry = { job, untap };
    this.#open.set(pane, entry);
    void job.exited.then(() => {
      untap();
      if (this.#open.get(pane) === entry) this.#open.delete(pane);
    });
  }

  /** The command reads to the end of what was printed until now, then sees the end of its input. */
  stop(pane: Pane): void {
    const entry = this.#open.get(pane);
    if (!entry) return;
    this.#open.delete(pane);
    entry.untap();
    entry.job.endInput();
  }

  closeAll(): void {
    for (const pane of [...this.#open.keys()]) this.stop(pane);
  }

  #closeGone(): void {
    for (const pane of [...this.#open.keys()]) if (!this.#door.server.panes.has(pane.id)) this.stop(pane);
  }
}
