import { z } from "zod";
import { contextId, offset, since2, timeoutMs } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const sendText = defineMethod({
  name: "mullion.send_text",
  since: 1,
  capability: "mullion.send_text",
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
