import type { PaneId } from "../ids.ts";
import type { Clock } from "../ports.ts";
import type { Pane } from "../tree/tree.ts";
import type { StateExplanation } from "./agent-state.ts";

/** A silent change is noticed within this time, and counts at the second look. */
const ROUND_MS = 1_200;

/**
 * Whether a state may end without a key or a byte of output: a program that works may begin to read its terminal, one
 * that waits may give up, and one that reported may end. What rests is left alone.
 */
function mayEndInSilence({ state, rule }: StateExplanation): boolean {
  if (rule === "none") return true;
  if (rule === "report") return state === "working" || state === "waiting";
  return state === "waiting" && (rule === "terminal" || rule === "quiet");
}

/** Panes whose state may change in silence, asked in rounds whether their programs have done anything. */
export class SilentRounds {
  readonly #clock: Clock;
  readonly #look: (pane: Pane) => void;
  readonly #panes = new Map<PaneId, Pane>();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, look: (pane: Pane) => void) {
    this.#clock = clock;
    this.#look = look;
  }

  /** Without such a pane there is no timer. */
  judged(pane: Pane, explanation: StateExplanation): void {
    if (pane.process && mayEndInSilence(explanation)) {
      this.#panes.set(pane.id, pane);
      this.#goOn();
    } else this.forget(pane.id);
  }

  forget(id: PaneId): void {
    this.#panes.delete(id);
    if (this.#panes.size > 0) return;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #round(): void {
    this.#cancel = undefined;
    for (const pane of [...this.#panes.values()]) {
      const stirred = pane.process?.hasStirred?.();
      if (stirred) this.#look(pane);
      else if (stirred === undefined) this.#panes.delete(pane.id);
    }
    if (this.#panes.size > 0) this.#goOn();
  }

  #goOn(): void {
    this.#cancel ??= this.#clock.after(ROUND_MS, () => this.#round());
  }
}
