import type { Pane } from "../tree/tree.ts";

/** What a variable reads beside the tree: what a pane's program printed, or the pane's process. */
export type PaneSource = "screen" | "process";

/**
 * Notes what a trial expansion reads beside the tree, so that the caller can wait until that is current and expand
 * again. A trial starts no job.
 */
export class FormatReads {
  readonly #noted: Readonly<Record<PaneSource, Set<Pane>>> = { screen: new Set(), process: new Set() };
  #fresh: (readonly [PaneSource, Pane])[] = [];
  /** The format contains a job, which the trial did not run. */
  jobs = false;

  note(source: PaneSource, pane: Pane): void {
    const noted = this.#noted[source];
    if (noted.has(pane)) return;
    noted.add(pane);
    this.#fresh.push([source, pane]);
  }

  /** What was noted for the first time since the previous call. */
  take(): readonly (readonly [PaneSource, Pane])[] {
    const taken = this.#fresh;
    this.#fresh = [];
    return taken;
  }
}
