import type { PaneId } from "../ids.ts";
import type { Clock } from "../ports.ts";
import type { Progress, PromptMark } from "../screen/screen.ts";
import type { Pane } from "../tree/tree.ts";
import type { AgentState, PaneStanding, StateExplanation, StateRule } from "./agent-state.ts";
import { type AnswerChoice, choicesAt } from "./choices.ts";
import {
  type Arrival,
  type Evidence,
  type EvidenceRecord,
  evidenceRecord,
  isSameReport,
  mergeReports,
  type NewReport,
  newEvidence,
  type Report,
} from "./evidence.ts";
import {
  agentOf,
  explainState,
  QUIET_MS,
  RUNS,
  SETTLED_MS,
  shownBy,
  showsQuestion,
  showsWork,
  UNFINISHED_MS,
  WORK_MS,
} from "./explain-state.ts";
import { carriedSince } from "./known/carried-agent.ts";
import { type Look, quietMs } from "./look.ts";
import { lookAt } from "./look-at-pane.ts";
import { SilentRounds } from "./silent-rounds.ts";

/** A printing pane is looked at this often: states are read from its screen, which costs time. */
const LOOK_MS = 250;
/** A pane at rest that prints or is typed into counts as working only after this long: an echo is not work. */
export const HOLD_MS = 1_000;
/** Lengths of silence after which a pane's state may change although nothing happens. */
const SILENCES_MS: readonly number[] = [SETTLED_MS, HOLD_MS, UNFINISHED_MS, QUIET_MS];

/** Rules whose verdict depends on what the program has drawn. */
const READ_FROM_SCREEN: ReadonlySet<StateRule> = new Set(["terminal", "screen", "quiet", "none"]);

interface Watched {
  readonly evidence: Evidence;
  /** The evidence as it was last recorded: times that change with every look are not worth a record. */
  record: EvidenceRecord | undefined;
  /** Undefined until the first query or event: a restored pane has no process yet. */
  explanation: StateExplanation | undefined;
  /** Time at which the pane entered this state, in milliseconds since the epoch. */
  since: number;
  /** The line of a question, counted from the oldest one of the history. */
  line: number | undefined;
  /** Enter was typed in this state. */
  entered: boolean;
  /** Time of the first look at a state that is not yet confirmed. */
  doubtAt: number | undefined;
  /** The next look, if one is due. */
  nextLook: NextLook | undefined;
}

interface NextLook {
  readonly at: number;
  cancel(): void;
}

export interface AgentStatesOptions {
  readonly clock: Clock;
  /** Called when evidence changed that belongs in the records. */
  onNoted(pane: Pane): void;
  /** Called when the state of a pane changed; with equal states, when its question changed, or it is no longer unread. */
  onChanged(pane: Pane, state: AgentState, before: AgentState): void;
  /** Whether a person has the pane in view now. */
  isSeen(pane: Pane): boolean;
}

/**
 * The agent state of every pane. Callers report evidence through the methods; a flood of output costs one comparison
 * per call, because each pane is looked at a few times a second at most. The rules that judge the evidence are in
 * `explain-state.ts`. A silent pane has no timer of its own; see `silent-rounds.ts`.
 */
export class AgentStates {
  readonly #options: AgentStatesOptions;
  readonly #panes = new Map<PaneId, Watched>();
  readonly #rounds: SilentRounds;

  constructor(options: AgentStatesOptions) {
    this.#options = options;
    // A pane that prints is looked at soon anyway.
    this.#rounds = new SilentRounds(options.clock, (pane) => {
      const watched = this.#panes.get(pane.id);
      if (watched && !this.#isDue(watched, LOOK_MS)) this.#judge(pane, watched);
    });
  }

  /** Restores a pane that a previous daemon knew. */
  restore(pane: Pane, evidence: Evidence): void {
    this.forget(pane.id);
    this.#add(pane, evidence, undefined);
  }

  /** A program was started in the pane; evidence of an earlier one is discarded. */
  started(pane: Pane): void {
    this.forget(pane.id);
    const watched = this.#addNew(pane);
    // A program may read its terminal without a word. One that prints is looked at sooner.
    this.#lookWithin(pane, watched, SETTLED_MS);
  }

  /** The process of a restored pane is there again: the next query looks at it. */
  attached(pane: Pane): void {
    this.restore(pane, this.evidenceOf(pane) ?? newEvidence(this.#options.clock.now()));
  }

  of(pane: Pane): PaneStanding {
    const watched = this.#watched(pane);
    return standingOf(watched, this.#judge(pane, watched));
  }

  lastOf(pane: Pane): PaneStanding {
    const watched = this.#watched(pane);
    return standingOf(watched, watched.explanation ?? this.#judge(pane, watched));
  }

  evidenceOf(pane: Pane): Evidence | undefined {
    return this.#panes.get(pane.id)?.evidence;
  }

  unsettledMs(pane: Pane): number {
    const { evidence, since } = this.#watched(pane);
    const now = this.#options.clock.now();
    return evidence.typedAt >= since ? Math.max(0, evidence.typedAt + HOLD_MS - now) : 0;
  }

  showsQuestion(pane: Pane): boolean {
    return showsQuestion(this.#lookAt(pane));
  }

  choicesOf(pane: Pane, question: string | undefined): readonly AnswerChoice[] {
    return choicesAt(this.#lookAt(pane), question);
  }

  recordOf(pane: Pane): EvidenceRecord | undefined {
    return this.#panes.get(pane.id)?.record;
  }

  printed(pane: Pane): void {
    const watched = this.#watched(pane);
    watched.evidence.outputAt = this.#options.clock.now();
    this.#lookWithin(pane, watched, LOOK_MS);
  }

  /** `enter`: the key is known to be Enter. */
  typed(pane: Pane, enter = false): void {
    const watched = this.#watched(pane);
    const { evidence } = watched;
    watched.entered ||= enter;
    const { attention, report, typedAt } = evidence;
    const answered = Math.max(attention?.at ?? -1, report?.at ?? -1) >= typedAt;
    evidence.typedAt = this.#options.clock.now();
    if (answered) this.#noted(pane, watched);
    this.#lookWithin(pane, watched, LOOK_MS);
  }

  rang(pane: Pane): void {
    this.#attend(pane, "bell", "");
  }

  notified(pane: Pane, text: string): void {
    this.#attend(pane, "notification", text);
  }

  /** `undefined`: the program shows no progress any more. */
  progressed(pane: Pane, progress: Progress | undefined): void {
    const watched = this.#watched(pane);
    watched.evidence.progress = progress;
    this.#judge(pane, watched);
  }

  /** The agent's own hooks report its state; `undefined` withdraws the last report. */
  reported(pane: Pane, report: NewReport | undefined): void {
    const watched = this.#watched(pane);
    const { evidence } = watched;
    const merged = report && mergeReports(evidence.report, report, this.#arrivalAt(pane));
    if (report && !merged) return;
    if (merged && isEndOfFailure(evidence, merged)) return;
    const isNews = !isSameReport(merged, evidence.report) || evidence.typedAt > (evidence.report?.at ?? 0);
    evidence.report = merged;
    if (isNews) this.#record(pane, watched);
    this.#judge(pane, watched);
    // A question on the screen outweighs reported work a moment later.
    this.#lookWithin(pane, watched, LOOK_MS);
  }

  /** A person has the pane in view. */
  seen(pane: Pane): void {
    const watched = this.#panes.get(pane.id);
    if (!watched) return;
    const { evidence, explanation, since } = watched;
    const wasUnread = explanation && isFinished(explanation) && evidence.seenAt < since;
    evidence.seenAt = this.#options.clock.now();
    if (wasUnread) this.#options.onChanged(pane, explanation.state, explanation.state);
  }

  /** A new prompt after a command keeps the command's status until the next command starts. */
  prompted(pane: Pane, mark: PromptMark): void {
    const watched = this.#watched(pane);
    const { evidence } = watched;
    const at = this.#options.clock.now();
    const { prompt } = evidence;
    const ended = prompt?.kind === "done" && mark.kind !== "output" && mark.kind !== "done";
    if (!ended) evidence.prompt = { ...mark, at };
    // The program that made the report, or showed the progress, has ended if its shell is back at the prompt.
    if (mark.kind !== "output") {
      evidence.report = undefined;
      evidence.progress = undefined;
    }
    this.#noted(pane, watched);
  }

  /** Judges a pane again after its program ended or restarted, or its metadata changed. */
  reconsider(pane: Pane): void {
    const watched = this.#panes.get(pane.id);
    if (watched) this.#judge(pane, watched);
  }

  forget(id: PaneId): void {
    this.#panes.get(id)?.nextLook?.cancel();
    this.#panes.delete(id);
    this.#rounds.forget(id);
  }

  #lookAt(pane: Pane): Look {
    return lookAt(pane, this.#watched(pane).evidence, this.#options.clock.now());
  }

  #arrivalAt(pane: Pane): Arrival {
    return {
      at: this.#options.clock.now(),
      pgrp: pane.process?.foreground()?.pgrp,
      isProgram: (agent) => agentOf(this.#lookAt(pane))?.name === agent,
      hasEnded: (pid) => pane.process?.hasEnded?.(pid) ?? false,
    };
  }

  #watched(pane: Pane): Watched {
    const watched = this.#panes.get(pane.id) ?? this.#addNew(pane);
    if (watched.explanation !== undefined) return watched;
    // Judges the pane first, so that the new evidence counts as a change from an existing state.
    this.#judge(pane, watched);
    // How long a restored pane has been silent is not known: the next looks decide.
    this.#lookWithin(pane, watched, LOOK_MS);
    return watched;
  }

  #addNew(pane: Pane): Watched {
    return this.#add(pane, newEvidence(this.#options.clock.now()), RUNS);
  }

  #add(pane: Pane, evidence: Evidence, explanation: StateExplanation | undefined): Watched {
    const since = this.#options.clock.now();
    const record = evidenceRecord(evidence);
    const unknown = { line: undefined, entered: false, doubtAt: undefined, nextLook: undefined };
    const watched = { evidence, record, explanation, since, ...unknown };
    this.#panes.set(pane.id, watched);
    return watched;
  }

  #attend(pane: Pane, kind: "bell" | "notification", text: string): void {
    const watched = this.#watched(pane);
    watched.evidence.attention = { kind, text, at: this.#options.clock.now() };
    this.#noted(pane, watched);
  }

  #noted(pane: Pane, watched: Watched): void {
    this.#record(pane, watched);
    this.#judge(pane, watched);
  }

  #record(pane: Pane, watched: Watched): void {
    watched.record = evidenceRecord(watched.evidence);
    this.#options.onNoted(pane);
  }

  #judge(pane: Pane, watched: Watched): StateExplanation {
    const now = this.#options.clock.now();
    const { evidence, explanation: before } = watched;
    if (this.#options.isSeen(pane)) this.seen(pane);
    const look = lookAt(pane, evidence, now);
    if (isAbandoned(pane, look)) {
      evidence.report = undefined;
      this.#record(pane, watched);
    }
    evidence.carried = carriedSince(evidence, look);
    noteError(look, before !== undefined);
    const found = explainState(look);
    if (before && this.#isDoubtful(watched, found, look)) {
      this.#lookWithin(pane, watched, LOOK_MS);
      return before;
    }
    this.#rounds.judged(pane, found);
    if (found.state === "working" && (found.rule !== "none" || isLongAsked(look))) evidence.workedAt = now;
    watched.explanation = found;
    if (found.rule === "terminal" && found.state === "waiting")
      evidence.askedLine = askedLine(evidence, found);
    const line = found.state === "waiting" ? cursorLine(pane) : undefined;
    const isAgain = isAskedAgain(watched, line, look);
    watched.line = line;
    if (before === undefined || (isSame(before, found) && !isAgain)) return found;
    const onlyKnownLater = found.state === before.state && !(before.question && found.question);
    if (isAgain || !onlyKnownLater) {
      watched.since = now;
      watched.entered = false;
    }
    if (found.state === "done" || before.state === "done") this.#record(pane, watched);
    this.#options.onChanged(pane, found.state, before.state);
    return found;
  }

  /** Whether a later look must confirm this state, because a moment can mislead about it. */
  #isDoubtful(watched: Watched, found: StateExplanation, look: Look): boolean {
    const confirmedAfterMs = watched.explanation ? doubtMs(watched.explanation, found, look) : 0;
    if (confirmedAfterMs === 0) {
      watched.doubtAt = undefined;
      return false;
    }
    watched.doubtAt ??= look.now;
    return look.now - watched.doubtAt < confirmedAfterMs;
  }

  /** A look that is due later than this is brought forward: what happens now does not wait for the end of a silence. */
  #lookWithin(pane: Pane, watched: Watched, delayMs: number): void {
    if (this.#isDue(watched, delayMs)) return;
    watched.nextLook?.cancel();
    const { clock } = this.#options;
    const cancel = clock.after(delayMs, () => {
      watched.nextLook = undefined;
      this.#judge(pane, watched);
      if (this.#panes.get(pane.id) === watched) this.#lookAgain(pane, watched);
    });
    watched.nextLook = { at: clock.now() + delayMs, cancel };
  }

  #isDue({ nextLook }: Watched, withinMs: number): boolean {
    return nextLook !== undefined && nextLook.at <= this.#options.clock.now() + withinMs;
  }

  /** While the pane prints, the next look follows soon; afterwards only when a silence of some length is complete. */
  #lookAgain(pane: Pane, watched: Watched): void {
    const { outputAt, typedAt, report } = watched.evidence;
    const restMs = this.#options.clock.now() - Math.max(outputAt, typedAt, report?.at ?? 0);
    const silenceMs = SILENCES_MS.find((length) => length > restMs);
    const nextMs = restMs < LOOK_MS ? LOOK_MS : silenceMs && silenceMs - restMs;
    if (nextMs !== undefined) this.#lookWithin(pane, watched, nextMs);
  }
}

/**
 * How long a state must last before it counts. The screen says nothing in the middle of a synchronized update: the
 * program has erased what it will draw again. A pane at rest may seem to work for no better reason than that it printed
 * a moment ago; in silence a second look is enough, because the first may have met the program between two reads. An
 * agent that stops working may draw its question only a moment after it has removed the sign of work.
 */
function doubtMs(before: StateExplanation, found: StateExplanation, look: Look): number {
  if (look.isDrawing && READ_FROM_SCREEN.has(found.rule)) return HOLD_MS;
  if (found.rule === "none" && before.state !== "working") return quietMs(look) < HOLD_MS ? HOLD_MS : LOOK_MS;
  const comesToRest = found.rule === "screen" && (found.state === "idle" || found.state === "done");
  return comesToRest && before.state === "working" && before.rule !== "none" ? LOOK_MS : 0;
}

/** An error that the daemon finds when it starts, or that reappears, is an old one. */
function noteError(look: Look, isLater: boolean): void {
  const { evidence, now } = look;
  const text = shownBy(look)?.error;
  if (text !== undefined && text !== evidence.error?.text) evidence.error = { text, at: isLater ? now : 0 };
}

/** The question as it was before the answer was typed. */
function askedLine({ askedLine: before }: Evidence, { question }: StateExplanation): string | undefined {
  return before !== undefined && question?.startsWith(before) ? before : question;
}

function standingOf({ since, evidence }: Watched, explanation: StateExplanation): PaneStanding {
  return { ...explanation, since, unread: isFinished(explanation) && evidence.seenAt < since };
}

function isFinished({ state }: StateExplanation): boolean {
  return state === "done" || state === "failed";
}

/**
 * Whether the agent reports the end of the turn that it has just reported as failed. OpenCode reports both, and the
 * failure is what a person must know.
 */
function isEndOfFailure({ report: before, typedAt }: Evidence, report: Report): boolean {
  if (before?.state !== "failed" || report.state !== "done" || before.at < typedAt) return false;
  return before.pgrp === report.pgrp && before.session === report.session;
}

/** Another question is another wait. One that only grows or shrinks is the same one, with an answer being typed. */
function isSame(before: StateExplanation, found: StateExplanation): boolean {
  const [a, b] = [before.question, found.question];
  if (before.state !== found.state) return false;
  return a === b || (!!a && !!b && (a.startsWith(b) || b.startsWith(a)));
}

/** The first row of the cursor's line, counted from the oldest line of the history. */
function cursorLine({ screen }: Pane): number {
  let { y } = screen.cursor;
  while (y > 0 && screen.wrapped(y - 1)) y -= 1;
  return screen.historySize + y;
}

/** Whether a program that waited has read an answer and waits again, perhaps with the same words. */
function isAskedAgain(
  { since, line: before, entered }: Watched,
  line: number | undefined,
  look: Look,
): boolean {
  const { typedAt, answeredWait } = look.evidence;
  if (line === undefined || before === undefined || typedAt < since) return false;
  if (line !== before || (entered && quietMs(look) >= SETTLED_MS)) return true;
  return answeredWait === since && hasReacted(look);
}

/**
 * Whether the program has drawn something since the last key and has settled. A program that draws without a pause counts
 * after HOLD_MS: from then on the answer of another caller would be typed (`unsettledMs`).
 */
function hasReacted(look: Look): boolean {
  const { outputAt, typedAt } = look.evidence;
  return outputAt >= typedAt && (quietMs(look) >= SETTLED_MS || look.now - typedAt >= HOLD_MS);
}

/** Whether the program of the last report has ended, and another one has the terminal. */
function isAbandoned({ process }: Pane, { evidence: { report }, program }: Look): boolean {
  if (report?.pgrp === undefined || !process?.hasEnded) return false;
  return program()?.pgrp !== report.pgrp && process.hasEnded(report.pgrp);
}

/** Whether the program has had the time to work on what was typed. Its start is no work that it was asked for. */
function isLongAsked(look: Look): boolean {
  const { evidence, now } = look;
  return evidence.typedAt > 0 && now - evidence.typedAt >= WORK_MS && !showsWork(look);
}
