import type { PaneStanding } from "../core/agent/agent-state.ts";
import type { PaneId } from "../core/ids.ts";
import { withoutEnd } from "../core/text/without-end.ts";
import type { Pane } from "../core/tree/tree.ts";
import { ProtocolError } from "../protocol/errors.ts";
import { inputRead, pause } from "./input-read.ts";
import { encodeNamedKey } from "./key-bytes.ts";
import type { LivePane } from "./live-pane.ts";
import { type TypeOrder, Typing } from "./type.ts";

/** An agent shows its question within this time. */
const SHOWN_MS = 3_000;
/** Interval between looks at its screen. */
const LOOK_MS = 25;

/**
 * Agents ignore keys that follow a new question at once, because they were meant for what stood there before: Claude Code
 * does so for up to 200 ms. So an answer follows the last output after this time, or after the second one in any case.
 */
const RESTS_MS = 300;
const RESTS_AT_LATEST_MS = 1_000;

/** A list that is shown this long after the key of one of its choices was read wants Enter. */
const STAYS_MS = 150;

/** An answer that waits for its turn is not typed if the caller is gone then. */
interface AnswerOrder extends Pick<TypeOrder, "timeoutMs" | "gone"> {
  /**
   * The question as the caller saw it: when the pane began to wait for it, in milliseconds since the epoch. Undefined:
   * whatever the pane asks now.
   */
  readonly since?: number | undefined;
  /**
   * What a previous daemon had begun to type for this call. It is typed to its end, whatever the pane shows by now: holders
   * recognise the keys that they have.
   */
  readonly begun?: BegunAnswer | undefined;
  /** Called before the first key is typed. */
  readonly onBegun?: (begun: BegunAnswer) => void;
}

/** How an answer is typed, decided while the pane showed its question. */
export interface BegunAnswer {
  readonly pane: PaneId;
  /** Process id of the pane's program: the answer is for no other. */
  readonly pid: number;
  /** When the pane began to wait for the answer. All times are milliseconds since the epoch. */
  readonly wait: number;
  readonly begunMs: number;
  readonly question?: string | undefined;
  /** Keys that select the choice, where only they do; otherwise the text is typed. */
  readonly selecting?: readonly string[] | undefined;
  /** The text is one key for a program that reads keys itself. */
  readonly isKey: boolean;
  /** What stood before the cursor. */
  readonly line: string;
}

/**
 * Answers the question that a pane waits with: a key, a number or a text, with Enter if the program needs it; an empty
 * text is Enter alone. Of several answers to one question, the first is typed and the others are refused, so that none
 * of them becomes the answer to the next question; for the same reason an answer is one line, unless the program accepts
 * a paste.
 */
export async function answer(live: LivePane, given: string, order: AnswerOrder): Promise<void> {
  const text = withoutEnd(given, "\r\n");
  await live.flush();
  const begun = order.begun && isFor(live, order.begun) ? order.begun : undefined;
  const isStillAsked = begun ? undefined : asking(live, order.since);
  let typing: Typing | undefined;
  await live.room.turns.take(
    live,
    async () => {
      const beginning = begun ?? (await begin(live, text, await isStillAsked!()));
      order.onBegun?.(beginning);
      typing = await typeAnswer(live, { ...order, text, begun: beginning });
      noteAnswer(live, beginning.wait);
    },
    async () => typing?.settle(),
  );
}

function isFor({ pane }: LivePane, begun: BegunAnswer): boolean {
  return begun.pane === pane.id && begun.pid === pane.process?.pid;
}

/** Checks that the pane asks now. The returned function resolves to what it asks when it is the answer's turn. */
function asking(live: LivePane, wanted: number | undefined): () => Promise<PaneStanding> {
  const { since } = asked(live, wanted);
  const typedAt = lastTyped(live);
  if (live.server.mux.server.agents.unsettledMs(live.pane) > 0) throw answeredAlready(live);
  return async () => {
    await shown(live);
    await rests(live);
    if (lastTyped(live) !== typedAt) throw answeredAlready(live);
    return asked(live, since);
  };
}

/**
 * An agent's hooks report a question before the agent shows it and reads the answer: keys typed until then are lost. If
 * the question does not appear, the answer is typed anyway.
 */
async function shown(live: LivePane): Promise<void> {
  const { clock } = live.room;
  const { agents } = live.server.mux.server;
  if (agents.showsQuestion(live.pane)) return;
  const deadline = clock.now() + SHOWN_MS;
  while (!agents.showsQuestion(live.pane) && clock.now() < deadline) {
    await pause(clock, LOOK_MS);
    await live.flush();
  }
  const late = () => new ProtocolError("not-taken", `${live.name} does not read its terminal`);
  await inputRead(live, { before: live.offset, deadline: clock.now() + SHOWN_MS, late });
}

/** Resolves when a program that reads single keys has had time to show its question. */
async function rests(live: LivePane): Promise<void> {
  if ((await live.input())?.canonical !== false) return;
  const { clock } = live.room;
  const latest = clock.now() + RESTS_AT_LATEST_MS;
  for (;;) {
    const { agents } = live.server.mux.server;
    const restsAt = Math.min((agents.evidenceOf(live.pane)?.outputAt ?? 0) + RESTS_MS, latest);
    if (clock.now() >= restsAt) return;
    await pause(clock, restsAt - clock.now());
    await live.flush();
  }
}

/** The question that the pane waits with; throws if it is another one than the caller's, or none. */
function asked(live: LivePane, since: number | undefined): PaneStanding {
  const standing = live.server.mux.server.agents.of(live.pane);
  const { state, because, question } = standing;
  if (state !== "waiting") throw refusal(live, `does not wait for an answer: it is ${state} (${because})`);
  if (since !== undefined && standing.since !== since) {
    const now = question === undefined ? "" : `, and asks now: ${question}`;
    throw refusal(live, `was answered already${now}`);
  }
  return standing;
}

/** Records that this wait was answered: what the program asks next is another question, even if it looks the same. */
function noteAnswer({ server, pane }: LivePane, wait: number): void {
  const evidence = server.mux.server.agents.evidenceOf(pane);
  if (evidence) evidence.answeredWait = wait;
}

function answeredAlready(live: LivePane): ProtocolError {
  return refusal(live, "was answered already: keys were typed into it since; look at what it asks now");
}

function refusal({ name }: LivePane, why: string): ProtocolError {
  return new ProtocolError("not-waiting", `${name} ${why}`);
}

/** When a key was last typed into the pane, in milliseconds since the epoch. */
function lastTyped({ server, pane }: LivePane): number {
  return server.mux.server.agents.evidenceOf(pane)?.typedAt ?? 0;
}

async function begin(
  live: LivePane,
  text: string,
  { question, since: wait }: PaneStanding,
): Promise<BegunAnswer> {
  const { pane } = live;
  const input = await live.input();
  const selecting = keysFor(live, text, question);
  const takesPaste = input?.canonical !== true && pane.screen.modes.bracketedPaste;
  if (!selecting && /[\r\n]/.test(text) && !takesPaste)
    throw new ProtocolError("bad-value", `${live.name} reads one line, and the answer has several lines`);
  return {
    ...{ pane: pane.id, pid: pane.process?.pid ?? 0, wait, begunMs: live.room.clock.now() },
    ...{ question, selecting },
    isKey: Array.from(text).length === 1 && input?.canonical === false,
    line: lineBeforeCursor(pane),
  };
}

/**
 * Arrow keys and Enter, where only they select the choice. A terminal that collects lines, and a longer text, need Enter.
 * One key for a program that reads keys itself may be all that it wants; it gets Enter if it shows the key in its line
 * and goes on reading, or only selects a choice with it.
 */
async function typeAnswer(
  live: LivePane,
  { text, begun, timeoutMs, gone }: AnswerOrder & { readonly text: string; readonly begun: BegunAnswer },
): Promise<Typing> {
  const { begunMs, isKey, line, question, selecting } = begun;
  const order = { begunMs, timeoutMs, gone };
  if (selecting) {
    const keys = () => selecting.map((name) => encodeNamedKey(live.pane, name));
    const typing = new Typing(live, { ...order, text: Buffer.alloc(0), keys, enter: true });
    await typing.run();
    return typing;
  }
  const typing = new Typing(live, { ...order, text: Buffer.from(text), enter: !isKey, untilRead: true });
  await typing.run();
  if (isKey && ((await isEditing(live, line + text)) || (await isSelected(live, text, question))))
    await typing.enter();
  return typing;
}

function keysFor({ pane }: LivePane, text: string, question: string | undefined) {
  const choices = pane.window.server.agents.choicesOf(pane, question);
  return choices.find((choice) => choice.text === text)?.keys;
}

async function isEditing(live: LivePane, line: string): Promise<boolean> {
  const input = await live.input();
  await live.flush();
  const { pane, process } = live;
  if (input?.canonical !== false || lineBeforeCursor(pane) !== line) return false;
  const foreground = process.foreground();
  return !foreground || process.terminalUse?.(foreground)?.waits !== "no";
}

/** Whether the key of a choice has only selected it: its list stays. */
async function isSelected(live: LivePane, text: string, question: string | undefined): Promise<boolean> {
  const isPointedAt = () => keysFor(live, text, question)?.length === 0;
  await live.flush();
  if (!isPointedAt()) return false;
  await pause(live.room.clock, STAYS_MS);
  await live.flush();
  return isPointedAt();
}

function lineBeforeCursor({ screen }: Pane): string {
  return screen.lineText(screen.cursor.y).padEnd(screen.cursor.x).slice(0, screen.cursor.x);
}
