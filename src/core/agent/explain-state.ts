import type { WokenBy } from "../ports.ts";
import type { Progress } from "../screen/screen.ts";
import { AGENT_STATES, type StateExplanation, type StateRule } from "./agent-state.ts";
import { dialogBox } from "./dialog-box.ts";
import { type Report, unansweredAttention } from "./evidence.ts";
import { carriedAgent } from "./known/carried-agent.ts";
import { agentRunning, type CompiledAgent } from "./known/known-agents.ts";
import { matchScreen, type ScreenMatch } from "./known/match-screen.ts";
import { type Look, quietMs } from "./look.ts";
import { isChooser, isMultiplexer, isScript, isShell, isViewer, programName } from "./program-name.ts";
import { type PromptForm, promptForm } from "./prompt-form.ts";
import {
  asksPlainly,
  behindPrompt,
  isAnsweredUnseen,
  lastLine,
  type UnfinishedLine,
  unfinishedLine,
} from "./unfinished-line.ts";

/** A program that waits for input and has printed nothing for this long has finished its output. */
export const SETTLED_MS = 500;
/** Where the system does not report who reads, an unfinished line counts as a question after this long. */
export const UNFINISHED_MS = 1_500;
/** An unknown program that draws its own input and prints nothing for this long wants nothing more from itself. */
export const QUIET_MS = 10_000;
/** Without another sign, only what lasts this long after the last key counts as work. */
export const WORK_MS = 2_000;

type Verdict = Omit<StateExplanation, "rule" | "confidence">;

interface Rule {
  readonly name: StateRule;
  readonly confidence: number;
  judge(look: Look): Verdict | undefined;
}

/** In the order of trust: the first rule that returns a verdict decides. */
const RULES: readonly Rule[] = [
  { name: "report", confidence: 1, judge: reported },
  { name: "metadata", confidence: 1, judge: metadata },
  { name: "end", confidence: 1, judge: ended },
  { name: "progress", confidence: 0.95, judge: progress },
  { name: "attention", confidence: 0.9, judge: attention },
  { name: "prompt", confidence: 0.95, judge: atPrompt },
  { name: "title", confidence: 0.9, judge: titled },
  { name: "terminal", confidence: 0.85, judge: waitsForInput },
  { name: "terminal", confidence: 0.75, judge: waitsForNothingElse },
  { name: "screen", confidence: 0.85, judge: knownScreen },
  { name: "report", confidence: 0.7, judge: restsSinceReport },
  { name: "quiet", confidence: 0.6, judge: quiet },
];

/** The state of a program of which nothing is known. */
export const RUNS: StateExplanation = {
  state: "working",
  because: "its program runs",
  rule: "none",
  confidence: 0.7,
};

export function explainState(look: Look): StateExplanation {
  for (const { name: rule, confidence, judge } of RULES) {
    const verdict = judge(look);
    if (verdict) return { ...verdict, rule, confidence };
  }
  return RUNS;
}

/**
 * A report holds while its program has the terminal, and until the next key: a key may answer, interrupt or ask, and no
 * hook reports that. Work gives way to a question or an error on the screen: agents run tools side by side, and
 * one that starts reports work while another waits for permission. The end of a turn gives way to a title that says
 * work, because some agents run their hooks before they accept the next prompt, and to an error on the screen, because
 * Gemini CLI ends a failed turn like any other.
 */
function reported(look: Look): Verdict | undefined {
  const { report, typedAt } = look.evidence;
  if (!report || look.exit || look.vacant || typedAt > report.at || !hasTerminal(look, report))
    return undefined;
  const { state, question, at } = report;
  if (state === "working" && look.now - at >= SETTLED_MS && showsHalt(look)) return undefined;
  if (state === "done" && (titled(look)?.state === "working" || knownScreen(look)?.state === "failed"))
    return undefined;
  return { state, because: "its own hooks reported it", ...(question !== undefined && { question }) };
}

/** Whether the program of the report is in the foreground, not another one that was started before or after it. */
function hasTerminal(look: Look, { pgrp }: Report): boolean {
  return pgrp === undefined || (look.program()?.pgrp ?? pgrp) === pgrp;
}

function showsHalt(look: Look): boolean {
  const state = (titled(look) ?? knownScreen(look))?.state;
  return state === "waiting" || state === "failed";
}

/** An agent of which nothing else is known rests after its report until it prints longer than the echo of a key. */
function restsSinceReport(look: Look): Verdict | undefined {
  const { report, typedAt, outputAt } = look.evidence;
  if (!report || report.state === "working" || report.state === "waiting") return undefined;
  if (outputAt - typedAt >= WORK_MS || !hasTerminal(look, report)) return undefined;
  return { state: "idle", because: `its own hooks reported ${report.state}, and a key was typed since` };
}

/** The owner of the agent may know its state better, and sets it in the pane's metadata. */
function metadata({ metadataState }: Look): Verdict | undefined {
  const state = AGENT_STATES.find((each) => each === metadataState);
  return state && { state, because: `its metadata says state=${state}` };
}

function ended({ exit, vacant }: Look): Verdict | undefined {
  if (exit?.stopped)
    return { state: "failed", because: "the machine stopped; mullion restore starts its program again" };
  if (exit?.signal !== undefined)
    return { state: "failed", because: `its program was ended by signal ${exit.signal}` };
  if (exit) {
    const state = exit.status === 0 ? "done" : "failed";
    return { state, because: `its program ended with status ${exit.status}` };
  }
  return vacant ? { state: "done", because: "nothing runs in it" } : undefined;
}

function progress({ evidence: { progress: shown } }: Look): Verdict | undefined {
  return shown && PROGRESS[shown];
}

const PROGRESS: Readonly<Record<Progress, Verdict>> = {
  running: { state: "working", because: "it shows progress" },
  paused: { state: "waiting", because: "it shows that its progress is paused" },
  error: { state: "failed", because: "it shows an error in its progress" },
};

function attention(look: Look): Verdict | undefined {
  const call = unansweredAttention(look.evidence);
  if (!call) return undefined;
  if (call.kind === "bell") {
    const question = (waitsForInput(look) ?? knownScreen(look))?.question;
    const because = "it rang, and nobody has typed since";
    return { state: "waiting", because, ...(question !== undefined && { question }) };
  }
  const because = `it notified ${JSON.stringify(call.text)}, and nobody has typed since`;
  return { state: "waiting", because, question: call.text };
}

/** A key that follows the end of a command acknowledges its result. */
function atPrompt({ evidence: { prompt, typedAt } }: Look): Verdict | undefined {
  if (!prompt || prompt.kind === "output") return undefined;
  if (prompt.kind !== "done" || typedAt > prompt.at)
    return { state: "idle", because: "its shell is at the prompt" };
  const { status = 0 } = prompt;
  if (isStopped(status))
    return { state: "idle", because: "its shell is at the prompt, and a job is stopped" };
  const because = `its shell is at the prompt, and the last command ended with status ${status}`;
  return { state: status === 0 ? "done" : "failed", because };
}

/** A shell reports a job that was stopped (C-z) as if a signal had ended it: 128 and one of 17 to 22, by system. */
function isStopped(status: number): boolean {
  return status >= 145 && status <= 150;
}

function titled(look: Look): Verdict | undefined {
  const agent = agentOf(look);
  if (agent?.workingTitle?.test(look.title))
    return { state: "working", because: `the title of ${agent.name} says that it works` };
  if (!agent?.waitingTitle?.test(look.title)) return undefined;
  const shown = knownScreen(look);
  const because = `the title of ${agent.name} says that it waits`;
  return { state: "waiting", because, ...(shown?.question !== undefined && { question: shown.question }) };
}

/** The known agent that the pane's program is, or that it shows. */
export function agentOf(look: Look): CompiledAgent | undefined {
  const program = look.program();
  return program && (agentRunning(program.argv, () => program.use?.outer ?? []) ?? carriedAgent(look));
}

/** The system reports that the program waits for input: in a read, or in a poll while the cursor stands at a prompt. */
function waitsForInput(look: Look): Verdict | undefined {
  const program = look.program();
  if (!program?.use) return undefined;
  const { argv, use } = program;
  const shown = ofKnownKind(look, use.argv) ?? ofKnownKind(look, argv);
  if (shown) return shown;
  // The kernel reports a process that is blocked in a write to its terminal as it reports one in a read.
  if (quietMs(look) < SETTLED_MS) return undefined;
  const waits = isMultiplexer(argv) && use.waits === "no" ? "poll" : use.waits;
  if (waits === "no") return inBox(look);
  if (waits === "unknown" || (waits === "poll" && agentOf(look))) return undefined;
  const box = inBox(look);
  if (box) return box;
  const form = formAt(look);
  if (form) return asks("it reads the terminal", form.question);
  const line = look.screen().alternate ? drawnLine(look) : lineOfReader(look);
  const isAtPrompt = isShell(argv) && !readsForCommand(look);
  const isNoQuestion =
    line && (isAtPrompt ? isPartOfPrompt(look, line) : waits === "poll" && isOnlyPrinted(look, line));
  if (line?.kind === "question" && !isNoQuestion) return asks("it reads the terminal", line.text);
  if (line?.kind === "prompt") return atRest(look, "it reads the terminal at a prompt");
  if (isAtPrompt) return atRest(look, "its shell reads the terminal");
  if (waits === "poll")
    return line && isBeingAnswered(look, line) ? asks("it reads the terminal", line.text) : undefined;
  if (line) return asks("it reads the terminal", line.text);
  return { state: "idle", because: "it reads the terminal, and has asked nothing" };
}

/** A program that only its terminal can wake asks, whatever the words of its unfinished line. */
function waitsForNothingElse(look: Look): Verdict | undefined {
  return quietMs(look) < SETTLED_MS ? undefined : atLastLine(look, ["input"]);
}

/**
 * A time limit may be that of a pause in the work, so the program must have asked for keys, as libraries for input lines do.
 * Where the system reports no limits, silence decides.
 */
function restsAtLastLine(look: Look): Verdict | undefined {
  return atLastLine(look, look.screen().readsKeys ? ["time", "unknown"] : ["unknown"]);
}

/** An agent's screen says more. A program that hides the cursor draws its own input. */
function atLastLine(look: Look, wakers: readonly WokenBy[]): Verdict | undefined {
  const { use } = look.program() ?? {};
  if (use?.waits !== "poll" || agentOf(look)) return undefined;
  const screen = look.screen();
  const line = screen.alternate || !screen.cursor.visible ? undefined : lastLine(screen);
  if (!line || !wakers.includes(use.wokenBy())) return undefined;
  const why = "it waits for nothing but the terminal";
  return line.isPrompt ? atRest(look, `${why}, at a prompt`) : asks(why, line.text);
}

/**
 * A box with buttons and the cursor in it. Not only the foreground draws such a box: the agent of gpg runs pinentry, in
 * no process group of the pane.
 */
function inBox(look: Look): Verdict | undefined {
  const text = agentOf(look) ? undefined : dialogBox(look.screen());
  if (text === undefined) return undefined;
  return { state: "waiting", because: "it shows a box with buttons", ...(text && { question: text }) };
}

/** In a drawing, only a plain question counts: the cursor may stand behind any text. A multiplexer shows what a shell does. */
function drawnLine(look: Look): UnfinishedLine | undefined {
  const line = unfinishedLine(look.screen());
  const isShown = line?.kind === "prompt" && isMultiplexer(look.program()?.argv ?? []);
  return line && (isShown || asksPlainly(line)) ? line : undefined;
}

/**
 * A server may read its terminal too, and print a line that ends like a question. A program that draws its own input
 * hides the cursor.
 */
function isOnlyPrinted(look: Look, line: UnfinishedLine): boolean {
  return line.above === "empty" && look.screen().cursor.visible && !asksPlainly(line);
}

/** Whether the line is a question with a part of the answer behind it, and the program has printed nothing but that. */
function isBeingAnswered(
  { evidence: { askedLine, typedAt, outputAt } }: Look,
  { text }: UnfinishedLine,
): boolean {
  return askedLine !== undefined && text.startsWith(askedLine) && outputAt - typedAt < SETTLED_MS;
}

/** The text behind a shell's prompt is a command that is being typed, or what the program that reads has printed there. */
function lineOfReader(look: Look): UnfinishedLine | undefined {
  const line = unfinishedLine(look.screen());
  if (line?.kind !== "prompt") return line;
  const printed = behindPrompt(line);
  if (readsForCommand(look)) return printed;
  const { argv = [], waits } = look.program()?.use ?? {};
  return isScript(argv) && waits === "read" && printed.kind === "question" ? printed : line;
}

/** Known agents draw lists of their own. A shell's prompt may begin with any sign. */
export function formAt(look: Look): PromptForm | undefined {
  const { argv = [] } = look.program() ?? {};
  const screen = look.screen();
  return screen.alternate || isShell(argv) || agentOf(look) ? undefined : promptForm(screen);
}

/**
 * Whether a shell does not read its next command, but runs one that reads: `read -p "Name "`. At their prompts, bash and
 * fish poll, and so do they in `read -e` and `read`.
 */
function readsForCommand({ evidence: { prompt }, program }: Look): boolean {
  const { argv = [], first, use } = program() ?? {};
  const runsCommand = first === true && prompt?.kind === "output";
  if (use?.waits !== "read") return use?.waits === "poll" && runsCommand;
  return /^(bash|fish)$/.test(programName(argv)) || runsCommand;
}

/**
 * At a shell's prompt, text may look like a question: a command that is being typed, what a job or a file without a line
 * end has printed, or the prompt itself (`ready? `). The prompt is there before anything was typed, alone after `clear`,
 * and again and again.
 */
function isPartOfPrompt(look: Look, line: UnfinishedLine): boolean {
  const { text, above } = line;
  if (above !== undefined || /[$#%>❯➜➤▶»λ] +\S|[$#%❯➜λ]$/u.test(text)) return true;
  if (asksPlainly(line)) return false;
  const { rows, cursor } = look.screen();
  const earlier = rows.slice(0, cursor.y);
  const isPromptOf = (row: string) => row.trimStart().startsWith(`${text} `);
  return look.evidence.typedAt === 0 || earlier.every((row) => row === "") || earlier.some(isPromptOf);
}

function asks(what: string, question: string): Verdict {
  return { state: "waiting", because: `${what} after ${JSON.stringify(question)}`, question };
}

/** Editors, pagers and choosers behave alike whatever they show. */
function ofKnownKind(look: Look, argv: readonly string[]): Verdict | undefined {
  const name = programName(argv);
  if (isViewer(argv)) return { state: "idle", because: `${name} shows something until the user leaves it` };
  if (!isChooser(argv)) return undefined;
  const question = dialogBox(look.screen());
  return { state: "waiting", because: `${name} waits for a choice`, ...(question && { question }) };
}

/** A program at its input line: done if it has worked since the last key, idle otherwise. */
function atRest(look: Look, why: string): Verdict {
  return hasWorked(look)
    ? { state: "done", because: `${why}, and has worked since the last key` }
    : { state: "idle", because: why };
}

/** Whether the program has worked since the last key: the next key acknowledges the result. */
function hasWorked({ evidence: { workedAt, typedAt } }: Look): boolean {
  return workedAt > typedAt;
}

function knownScreen(look: Look): Verdict | undefined {
  const agent = agentOf(look);
  const match = shownBy(look);
  if (!agent || !match) return undefined;
  const { shows, what, question } = match;
  const because = `the screen of ${agent.name} shows that ${what}`;
  if (shows === "ready" || (shows === "failed" && !isNewFailure(look))) return atRest(look, because);
  return { state: shows, because, ...(question !== undefined && { question }) };
}

/** An error that follows the last key answers it, also if the request failed too soon to be seen at work. */
function isNewFailure(look: Look): boolean {
  const { error, typedAt } = look.evidence;
  return hasWorked(look) || (error !== undefined && error.at > typedAt);
}

/** Whether the program is an agent that shows when it works: a screen of it that no rule knows is then no sign of work. */
export function showsWork(look: Look): boolean {
  const agent = agentOf(look);
  return (
    agent !== undefined && (!!agent.workingTitle || agent.screens.some(({ shows }) => shows === "working"))
  );
}

/** What the screen of a known agent shows; several rules ask for it. */
export function shownBy(look: Look): ScreenMatch | undefined {
  if (!matches.has(look)) {
    const agent = agentOf(look);
    matches.set(look, agent && matchScreen(agent.screens, look.screen().rows));
  }
  return matches.get(look);
}

const matches = new WeakMap<Look, ScreenMatch | undefined>();

/** Whether the agent shows what it asks: its hooks report that first. Unknown screens are taken as they are. */
export function showsQuestion(look: Look): boolean {
  return !agentOf(look) || shownBy(look)?.shows === "waiting";
}

/** Covers unknown programs, and systems that do not report which process reads the terminal. */
function quiet(look: Look): Verdict | undefined {
  const quietFor = quietMs(look);
  const program = look.program();
  if (quietFor < UNFINISHED_MS || program?.use?.waits === "no") return undefined;
  const shown = program && ofKnownKind(look, program.argv);
  if (shown) return shown;
  const screen = look.screen();
  const isReported = program?.use !== undefined && program.use.waits !== "unknown";
  const line = screen.alternate || isReported ? undefined : unfinishedLine(screen);
  if (line?.kind === "prompt") return atRest(look, "the cursor stands at a prompt");
  const isAnswered = line !== undefined && look.evidence.typedAt > 0 && isAnsweredUnseen(line);
  if (line?.kind === "question" && !isAnswered) return asks("the cursor stands", line.text);
  if (quietFor < QUIET_MS) return undefined;
  const shownLast = restsAtLastLine(look);
  if (shownLast) return shownLast;
  // A program that has drawn nothing is still starting.
  if (!screen.readsKeys || screen.rows.every((row) => row === "")) return undefined;
  return { state: "idle", because: "its program reads keys, and has printed nothing for 10 seconds" };
}
