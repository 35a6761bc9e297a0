import { z } from "zod";
import { contextId } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const search = defineMethod({
  name: "mullion.search",
  since: 2,
  capability: "mullion.search",
  doc: "Finds lines on the screens and in the history of the team's live contexts. A line that wraps is one line. The newest lines of each context are found first; an answer lists them in their order.",
  params: z.object({
    pattern: z.string().min(1).max(1024),
    literal: z
      .boolean()
      .default(false)
      .describe("The pattern is a text, not a POSIX extended regular expression."),
    ignore_case: z.boolean().default(false),
    contexts: z.array(contextId).max(10_000).optional().describe("Only these; all of the team where absent."),
    max: z.int().min(1).max(10_000).default(1_000).describe("Lines in all."),
  }),
  result: z.object({
    matches: z.array(
      z.object({
        context_id: contextId,
        line: z.int().describe("0 is the first visible line, -1 the newest of the history."),
        text: z.string(),
      }),
    ),
    more: z.boolean().describe("There may be more lines than max."),
  }),
  errors: ["no-such-context", "no-terminal", "bad-regex"],
});
