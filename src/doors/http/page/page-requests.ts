import { z } from "zod";

/** What the bodies and queries of a page's requests contain. */

export const answerInput = z.object({
  text: z.string().max(65_536).describe("Empty: Enter alone."),
  since: z.int().optional().describe("The agent's since when the question was seen."),
});

export const commandInput = z.object({
  socket: z.string().max(4096).optional().describe("Of a server; absent: Mullion's own."),
  pane: z
    .string()
    .regex(/^%\d+$/)
    .optional()
    .describe(
      "A pane's id, such as %3: where the command has no target, it means this pane, as if typed there.",
    ),
  command: z.array(z.string().max(65_536)).min(1).max(1_000).describe("As the arguments of tmux."),
});

export const prefixInput = z.object({ prefix: z.string().max(4096).default("") });
