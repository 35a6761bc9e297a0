import type { PaneId } from "../ids.ts";
import type { Clock } from "../ports.ts";
import type { PromptMark } from "../screen/screen.ts";
import type { Pane } from "../tree/pane.ts";
import { type Evidence, newEvidence } from "./evidence.ts";
import { type AgentState, explainState, QUIET_MS, type StateExplanation } from "./explain-state.ts";

interface Watched {
  readonly evidence: Evidence;
  /** Undefined until somebody asks or something happens: at its restoration a pane has no process yet. */
  state: AgentState | undefined;
  /** Milliseconds since the epoch: when it came to be in this state. */
  since: number;
  cancelQuiet: (() => void) | undefined;
}

export interface AgentStatesOptions {
  readonly clock: Clock;
  /** Something that is written down was noticed. */
  noted(pane: Pane): void;
  /** Its state is another one than before. */
  changed(pane: Pane, state: AgentState, before: AgentState): void;
}

export interface PaneStanding extends StateExplanation {
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/**
 * How every pane's program is doing. What is noticed comes in by the methods, a flood of output at the price of one
 * comparison; the rules that judge it are in `explain-state.ts`. One timer for each pane that may fall quiet, never one
 * for each byte.
 */
export class AgentStates {
  readonly #options: AgentStatesOptions;
  readonly #panes = new Map<PaneId, Watched>();

  constructor(options: AgentStatesOptions) {
    this.#options = options;
  }

  /** Of a pane that a former daemon knew; a new pane needs no call. */
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

  /** A new prompt after a command keeps that command's status until the next one starts. */
  prompted(pane: Pane, mark: PromptMark): void {
    const watched = this.#watched(pane);
    const { evidence } = watched;
    const at = this.#options.clock.now();
    const { prompt } = evidence;
    const ended = prompt?.kind === "done" && mark.kind !== "output" && mark.kind !== "done";
    evidence.prompt = ended ? { ...prompt, at } : { ...mark, at };
    this.#noted(pane, watched);
  }

  /** It ended, was started anew, or its metadata is another. */
  reconsider(pane: Pane): void {
    const watched = this.#panes.get(pane.id);
    if (watched) this.#judge(pane, watched);
  }

  /** Another program is in it: what was noticed was of the former one. */
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
    // What happens first is a change from what was before it.
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

  /** Output that came meanwhile only moves the moment on. */
  #awaitQuiet(pane: Pane, watched: Watched, delayMs: number): () => void {
    return this.#options.clock.after(delayMs, () => {
      const { outputAt, typedAt } = watched.evidence;
      const leftMs = Math.max(outputAt, typedAt) + QUIET_MS - this.#options.clock.now();
      watched.cancelQuiet = leftMs > 0 ? this.#awaitQuiet(pane, watched, leftMs) : undefined;
      if (leftMs <= 0) this.#judge(pane, watched);
    });
  }
}
