import { z } from "zod";
import { contextId, empty, timeoutMs } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const answer = defineMethod({
  name: "mullion.answer",
  since: 2,
  capability: "mullion.answer",
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
