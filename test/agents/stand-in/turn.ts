import { setTimeout as pause } from "node:timers/promises";

/** What the stand-in does in one turn: it answers, wants to use a tool, or refuses. */
export type Turn =
  | { readonly kind: "text"; readonly words: readonly string[]; readonly pauseMs: number }
  | { readonly kind: "tool"; readonly tool: ToolUse }
  | { readonly kind: "refusal" };

/** `run` asks for a command, `edit` for a new file, `ask` asks the user something, `teammate` starts another agent. */
export type ToolUse = "run" | "edit" | "ask" | "teammate";

/** Services take their time: a turn that is shorter than a look at the screen leaves no trace of work. */
export const THINKS_MS = 1_000;

/** The prompts that the tests type, and what follows. */
const TURNS: Readonly<Record<string, Turn>> = {
  hello: { kind: "text", words: ["Hello! ", "How can I help you today?"], pauseMs: THINKS_MS },
  "slow please": { kind: "text", words: Array.from({ length: 12 }, (_, n) => `word${n} `), pauseMs: 500 },
  "run it": { kind: "tool", tool: "run" },
  "edit it": { kind: "tool", tool: "edit" },
  "ask me": { kind: "tool", tool: "ask" },
  "start a teammate": { kind: "tool", tool: "teammate" },
  "fail now": { kind: "refusal" },
};
const FINISHED: Turn = { kind: "text", words: ["Finished. ", "The command was run."], pauseMs: THINKS_MS };

/** A message of any of the dialects, as far as the stand-in reads it. */
export interface Message {
  readonly role?: string;
  readonly type?: string;
  readonly content?: string | readonly Part[];
  readonly parts?: readonly Part[];
}

interface Part {
  readonly type?: string;
  readonly text?: string;
  readonly functionResponse?: unknown;
}

/** The turn that follows the last prompt or tool result of a conversation. */
export function nextTurn(messages: readonly Message[]): Turn {
  for (const message of messages.toReversed()) {
    if (message.role === "tool" || message.type === "function_call_output") return FINISHED;
    if (message.role !== "user") continue;
    const { content = message.parts ?? [] } = message;
    const parts = typeof content === "string" ? [{ text: content }] : content;
    const turn = parts.flatMap(({ text = "" }) => text.split("\n")).map((line) => TURNS[line.trim()]);
    const asked = turn.findLast((each) => each !== undefined);
    if (asked) return asked;
    if (parts.some((part) => part.type === "tool_result" || part.functionResponse)) return FINISHED;
  }
  return TURNS.hello!;
}

/** The words of an answer, at its pace; ends when the reader is gone. */
export async function* wordsOf(
  turn: Turn & { readonly kind: "text" },
  isGone: () => boolean,
): AsyncGenerator<string> {
  for (const word of turn.words) {
    if (isGone()) return;
    yield word;
    await pause(turn.pauseMs);
  }
}
