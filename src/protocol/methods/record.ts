import { z } from "zod";
import { contextId } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const record = defineMethod({
  name: "mullion.record",
  since: 2,
  capability: "mullion.record",
  doc: "Writes what happened in a context's pane so far to a new file, as an asciicast (v3) with mode 0600: what was printed, with times and sizes, and nothing that was typed unless the terminal showed it.",
  params: z.object({
    context_id: contextId,
    file: z
      .string()
      .max(4096)
      .refine((path) => path.startsWith("/") && !path.includes("\0"), "file is not an absolute path")
      .describe("An absolute path on the daemon's machine; an existing file is an error."),
    title: z.string().max(1024).optional().describe("The pane's title where absent."),
  }),
  result: z.object({ events: z.int(), bytes: z.int() }),
  errors: ["no-such-context", "context-exited", "no-terminal", "name-taken", "bad-value", "not-supported"],
});
