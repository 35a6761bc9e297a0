import { z } from "zod";
import { contextId, offset } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const output = defineMethod({
  name: "mullion.output",
  since: 2,
  capability: "mullion.output",
  doc: "What a context printed after an offset, as text: as a terminal shows it that received nothing else, so an overwritten line appears in its last form, and a wrapped line is one line. An exited context is kept for ten minutes.",
  params: z.object({
    context_id: contextId,
    since: offset.describe("From an earlier answer: what was printed before it is left out."),
  }),
  result: z.object({
    text: z.string(),
    offset: offset.describe("Where this text ends: the next call can continue from here."),
    lost_bytes: z
      .int()
      .describe(
        "Output after since that is left out, because the journal no longer has it or it is over 4 MB.",
      ),
  }),
  errors: ["no-such-context", "no-terminal", "bad-cursor"],
});
