import { z } from "zod";
import { base64, contextId, empty, offset, since2, timeoutMs } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const write = defineMethod({
  name: "write",
  since: 1,
  isBasic: true,
  doc: "Bytes for the program's terminal, in the order of the requests, never mixed with another's. Answered when nothing can lose them any more, whether or not the program reads.",
  params: z.object({ context_id: contextId, data: base64 }),
  result: empty,
  errors: ["no-such-context", "context-exited", "no-terminal", "bad-base64"],
});

export const sendText = defineMethod({
  name: "mullion.send_text",
  since: 1,
  doc: "Types a text, as a paste where it is long or has lines and the application knows pastes; with submit, Enter follows as a write of its own when the application has taken the text. No other text of this method comes between. Answered when all of it was taken; where that does not happen in time, not-taken says so and Enter is not sent.",
  params: z.object({
    context_id: contextId,
    text: z.string(),
    submit: z.boolean().default(false),
    clear: z.boolean().default(false).describe("C-u first: what stands in the line already is discarded."),
    ready_ms: timeoutMs
      .default(0)
      .describe(
        "So long a program is waited for, before anything is typed, that neither waits for a line nor has taken over the terminal: one that is still starting.",
      ),
    timeout_ms: timeoutMs.default(10_000),
    if_unchanged_since: offset
      .optional()
      .describe("The context's offset when the caller looked: a text is refused if more was printed since.")
      .meta(since2),
  }),
  result: z.object({ submitted: z.boolean(), offset: offset.describe("Before the first byte was typed.") }),
  errors: ["no-such-context", "context-exited", "no-terminal", "not-taken", "out-of-date"],
});

export const sendKeys = defineMethod({
  name: "mullion.send_keys",
  since: 1,
  doc: "Presses keys by their tmux names (Enter, Escape, C-c, M-x, Up, F5 …; a single character is itself), encoded as the application's modes ask.",
  params: z.object({ context_id: contextId, keys: z.array(z.string().min(1).max(64)).min(1).max(1000) }),
  result: z.object({ offset: offset.describe("Before the first key was pressed.") }),
  errors: ["no-such-context", "context-exited", "no-terminal", "unknown-key"],
});

export const answer = defineMethod({
  name: "mullion.answer",
  since: 2,
  doc: "Answers the question that a context waits with: a key, a number or a text, with Enter if the program needs it; an empty text is Enter alone. Of several answers to one question the first is typed; the others, and an answer to a program that does not wait, are refused with not-waiting.",
  params: z.object({
    context_id: contextId,
    text: z.string().max(65_536),
    since: z
      .int()
      .optional()
      .describe("The agent's since when the question was seen: an answer to an older question is refused."),
    timeout_ms: timeoutMs.default(10_000),
  }),
  result: empty,
  errors: ["no-such-context", "context-exited", "no-terminal", "not-taken", "not-waiting"],
});
