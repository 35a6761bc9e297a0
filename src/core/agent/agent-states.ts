import type { PaneId } from "../ids.ts";
import type { Clock } from "../ports.ts";
import type { PromptMark } from "../screen/screen.ts";
import type { Pane } from "../tree/tree.ts";
import type { AgentState, PaneStanding, StateExplanation } from "./agent-state.ts";
import { type Evidence, newEvidence } from "./evidence.ts";
import { explainState, QUIET_MS } from "./explain-state.ts";

interface Watched {
  readonly evidence: Evidence;
  /** Undefined until the first query or event: a restored pane has no process yet. */
  state: AgentState | undefined;
  /** Time at which the pane entered this state, in milliseconds since the epoch. */
  since: number;
  cancelQuiet: (() => void) | undefined;
}

export interface AgentStatesOptions {
  readonly clock: Clock;
  /** Called when evidence changed that belongs in the records. */
  noted(pane: Pane): void;
  /** Called when the state of a pane changed. */
  changed(pane: Pane, state: AgentState, before: AgentState): void;
}

/**
 * The agent state of every pane. Callers report evidence through the methods; a flood of output costs one comparison
 * per call. The rules that judge the evidence are in `explain-state.ts`. Each pane that may become quiet has one
 * timer, not one timer per byte.
 */
export class AgentStates {
  readonly #options: AgentStatesOptions;
  readonly #panes = new Map<PaneId, Watched>();

  constructor(options: AgentStatesOptions) {
    this.#options = options;
  }

  /** Restores a pane that a previous daemon knew. A new pane needs no call. */
  restore(pane: Pane, evidence: Evidence): void {
    this.#add(pane, evidence);
  }

  of(pane: Pane): PaneStanding {
    const watched = this.#watched(pane);
    this.#judge(pane, watched);
    return { ...this.#explain(pane, watched), since: watched.since };
  }

  evidenceOf(pane: Pane): Evidence | undefined {
    return this.#panes.get(pane.id)?.evidence;
  }

  printed(pane: Pane): void {
    const watched = this.#watched(pane);
    watched.evidence.outputAt = this.#options.clock.now();
    if (watched.state !== "working") this.#judge(pane, watched);
    watched.cancelQuiet ??= this.#awaitQuiet(pane, watched, QUIET_MS);
  }

  typed(pane: Pane): void {
    const watched = this.#watched(pane);
    const { evidence } = watched;
    const answered = evidence.attention !== undefined && evidence.attention.at >= evidence.typedAt;
    evidence.typedAt = this.#options.clock.now();
    if (answered) this.#noted(pane, watched);
    else if (watched.state === "waiting") this.#judge(pane, watched);
  }

  rang(pane: Pane): void {
    this.#attend(pane, "bell", "");
  }

  notified(pane: Pane, text: string): void {
    this.#attend(pane, "notification", text);
  }

  /** A new prompt after a command keeps the command's status until the next command starts. */
  prompted(pane: Pane, mark: PromptMark): void {
    const watched = this.#watched(pane);
    const { evidence } = watched;
    const at = this.#options.clock.now();
    const { prompt } = evidence;
    const ended = prompt?.kind === "done" && mark.kind !== "output" && mark.kind !== "done";
    evidence.prompt = ended ? { ...prompt, at } : { ...mark, at };
    this.#noted(pane, watched);
  }

  /** Judges a pane again after its program ended or restarted, or its metadata changed. */
  reconsider(pane: Pane): void {
    const watched = this.#panes.get(pane.id);
    if (watched) this.#judge(pane, watched);
  }

  /** Discards the evidence of a pane, because it belongs to the previous program. */
  restarted(pane: Pane): void {
    this.forget(pane.id);
    this.#addNew(pane);
  }

  forget(id: PaneId): void {
    this.#panes.get(id)?.cancelQuiet?.();
    this.#panes.delete(id);
  }

  #watched(pane: Pane): Watched {
    const watched = this.#panes.get(pane.id) ?? this.#addNew(pane);
    // Judges the pane first, so that the new evidence counts as a change from an existing state.
    if (watched.state === undefined) this.#judge(pane, watched);
    return watched;
  }

  #addNew(pane: Pane): Watched {
    return this.#add(pane, newEvidence(this.#options.clock.now()));
  }

  #add(pane: Pane, evidence: Evidence): Watched {
    const since = this.#options.clock.now();
    const watched: Watched = { evidence, state: undefined, since, cancelQuiet: undefined };
    this.#panes.set(pane.id, watched);
    return watched;
  }

  #attend(pane: Pane, kind: "bell" | "notification", text: string): void {
    const watched = this.#watched(pane);
    watched.evidence.attention = { kind, text, at: this.#options.clock.now() };
    this.#noted(pane, watched);
  }

  #noted(pane: Pane, watched: Watched): void {
    this.#options.noted(pane);
    this.#judge(pane, watched);
  }

  #explain(pane: Pane, { evidence }: Watched): StateExplanation {
    return explainState({ pane, evidence, now: this.#options.clock.now() });
  }

  #judge(pane: Pane, watched: Watched): void {
    const { state } = this.#explain(pane, watched);
    const before = watched.state;
    if (state === before) return;
    watched.state = state;
    if (before === undefined) return;
    watched.since = this.#options.clock.now();
    this.#options.changed(pane, state, before);
  }

  /** Output that arrives meanwhile only postpones the moment. */
  #awaitQuiet(pane: Pane, watched: Watched, delayMs: number): () => void {
    return this.#options.clock.after(delayMs, () => {
      const { outputAt, typedAt } = watched.evidence;
      const leftMs = Math.max(outputAt, typedAt) + QUIET_MS - this.#options.clock.now();
      watched.cancelQuiet = leftMs > 0 ? this.#awaitQuiet(pane, watched, leftMs) : undefined;
      if (leftMs <= 0) this.#judge(pane, watched);
    });
  }
}
