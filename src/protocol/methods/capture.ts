import { z } from "zod";
import { clamped, contextId } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const capture = defineMethod({
  name: "capture",
  since: 1,
  capability: "capture",
  doc: "What the terminal shows and what scrolled out of it, as text: no escape sequences, lines as they stand on the screen, no blanks at their ends, no empty lines after the last one. An exited context can be captured for ten minutes.",
  params: z.object({
    context_id: contextId,
    lines: clamped(1, 1_000_000)
      .optional()
      .describe("Only the last so many lines; more than there are means all."),
  }),
  result: z.object({ text: z.string() }),
  errors: ["no-such-context", "no-terminal"],
});
