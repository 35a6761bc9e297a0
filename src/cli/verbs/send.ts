import { MuxError } from "../../core/errors.ts";
import type { Pane } from "../../core/tree/tree.ts";
import { inputTaken } from "../../panes/input-taken.ts";
import { encodeNamedKey } from "../../panes/send.ts";
import { ProtocolError } from "../../protocol/errors.ts";
import { PaneEnded, TimedOut, UsageError } from "../exit-status.ts";
import { findPane, SERVER_OPTION } from "../find-pane.ts";
import { parseDuration } from "../quantities.ts";
import { defineHotVerb, type HotCall, JSON_OPTION } from "../verb.ts";

const DEFAULT_TIMEOUT_MS = 60_000;

export const send = defineHotVerb({
  name: "send",
  summary: "type text into a pane",
  operands: "PANE [TEXT|-]",
  count: [1, 2],
  completes: "target",
  options: {
    enter: { summary: "press Enter afterwards, as a write of its own" },
    key: {
      short: "k",
      value: "KEY",
      repeat: true,
      summary: "press a key (tmux's names: C-c, Escape, Up, F5), after the text and before Enter",
    },
    timeout: { short: "t", value: "TIME", summary: "give up after 30 (seconds), 500ms, 5m (default: 60)" },
    server: SERVER_OPTION,
    json: JSON_OPTION,
  },
  notes: [
    "The text arrives as a paste does: a line feed becomes Enter, and an application that asked for bracketed paste gets several lines, or a long one, in brackets. With - it is read from standard input.",
    "A shell that has not reached its prompt is waited for. An application that reads single keys gets Enter when it has read the text and has had the time to show it, so that Enter is not taken for a part of a paste. send returns when the terminal has taken every byte.",
    "Text that begins with a dash stands after --.",
    "The JSON holds a cursor: wait --since and capture --since count from there what the pane printed in answer.",
  ],
  exits: {
    2: "the pane did not read everything in time; Enter is not sent then",
    3: "the pane has ended, or ended before it had read everything",
  },
  examples: [
    ["mullion send %3 --enter 'npm test'", "types a line"],
    ["mullion send %3 --enter - <prompt.txt", "types a file"],
    ["mullion send %3 --key C-c", "interrupts what runs there"],
    ["mullion send %3 --enter", "presses Enter"],
  ],
  async run(call) {
    const { context, invocation, options, operands, print } = call;
    const [target = "", text] = operands;
    const timeoutMs =
      options.timeout === undefined ? DEFAULT_TIMEOUT_MS : parseDuration(options.timeout, "--timeout");
    const { pane } = findPane(context, target, options.server);
    if (pane.process === undefined) throw new PaneEnded(`pane ${pane.id} has ended`);
    const typed = text === "-" ? await invocation.stdin.read() : Buffer.from(text ?? "");
    await context.flush(pane); // The program may just have turned on bracketed paste.
    const cursor = context.outputOf(pane)?.end ?? 0;
    const parts = [asPaste(pane, typed), ...options.key.map((key) => pressed(pane, key))];
    const first = parts.filter((part) => part.length > 0);
    await inTime(call, { pane, timeoutMs, cursor }, first, options.enter);
    if (options.json) print(JSON.stringify({ pane: pane.id, cursor }));
  },
});

interface Typing {
  readonly pane: Pane;
  readonly timeoutMs: number;
  /** Offset of the output's end before the input. */
  readonly cursor: number;
}

/** Types everything, then Enter. If the pane does not read in time, the error says whether Enter was sent. */
async function inTime(
  { context, invocation, terminal }: HotCall,
  { pane, timeoutMs, cursor }: Typing,
  parts: readonly Uint8Array[],
  enter: boolean,
): Promise<void> {
  const { clock } = context;
  const late = () =>
    new TimedOut(
      `${pane.id} did not read everything within ${timeoutMs / 1000} s${enter ? "; Enter was not sent" : ""}`,
    );
  const state = async () => {
    if (pane.process === undefined) throw new PaneEnded(`pane ${pane.id} has ended`);
    return context.inputOf(pane);
  };
  const type = async () => {
    if (parts.length > 0) await context.type(pane, parts, invocation);
    if (!enter) return;
    const deadline = clock.now() + timeoutMs;
    const outputEnd = () => context.outputOf(pane)?.end ?? cursor;
    if (parts.length > 0) await inputTaken({ clock, before: cursor, deadline, outputEnd, state, late });
    await context.type(pane, [Buffer.from("\r")], invocation);
  };
  const stop = terminal.progress(() => `${pane.id} has not read everything yet`);
  let cancel = () => {};
  const tooLate = new Promise<never>((_, reject) => {
    cancel = clock.after(timeoutMs, () => reject(late()));
  });
  try {
    await Promise.race([type(), tooLate]);
  } catch (error) {
    throw error instanceof MuxError && error.code === "no-such-pane" ? new PaneEnded(error.message) : error;
  } finally {
    stop();
    cancel();
  }
}

function pressed(pane: Pane, name: string): Uint8Array {
  try {
    return encodeNamedKey(pane, name);
  } catch (error) {
    throw error instanceof ProtocolError ? new UsageError(error.message) : error;
  }
}

/** Longer texts are pasted, even if they are one line. */
const TYPED_CHARACTERS = 200;
const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";

/**
 * Wraps text as a terminal does for a paste. An end mark inside the text is removed, because it would end the paste
 * early.
 */
function asPaste(pane: Pane, bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString("latin1");
  const lines = text.replaceAll(/\r?\n/g, "\r");
  const typed = lines.length <= TYPED_CHARACTERS && !lines.replace(/\r$/, "").includes("\r");
  const bracketed = pane.screen.modes.bracketedPaste && !typed;
  if (!bracketed) return Buffer.from(lines, "latin1");
  return Buffer.from(`${PASTE_START}${lines.replaceAll(PASTE_END, "")}${PASTE_END}`, "latin1");
}
