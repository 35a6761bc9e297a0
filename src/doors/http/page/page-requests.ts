import { z } from "zod";
import { MAX_SHARE_MS } from "../way-in/shares.ts";

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
  newest: z
    .boolean()
    .default(false)
    .describe("If the command prints more than 4 MB, answer with the newest lines in place of an error."),
});

const BORDER_CELLS = 10_000;

export const borderInput = z
  .object({
    after: z.uuid().describe("A pane on the other side of the border: the right or the lower one."),
    length: z
      .int()
      .min(1)
      .max(BORDER_CELLS)
      .optional()
      .describe("Columns or rows of what stands before the border."),
    by: z.int().min(-BORDER_CELLS).max(BORDER_CELLS).optional().describe("Cells to the right or down."),
  })
  .refine(({ length, by }) => (length === undefined) !== (by === undefined), {
    message: "a border moves to a length or by a number of cells",
  });

export const shareInput = z
  .object({
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe("SHA-256 of the secret in the link, which the daemon does not get."),
    pane: z.uuid().optional(),
    session: z.object({ socket: z.string().max(4096), id: z.string().regex(/^\$\d{1,9}$/) }).optional(),
    write: z.boolean().default(false).describe("Who has the link may type."),
    for_ms: z.int().min(1_000).max(MAX_SHARE_MS),
    name: z.string().optional().describe("For whom it is."),
  })
  .refine(({ pane, session }) => (pane === undefined) !== (session === undefined), {
    message: "a link shows one pane or one session",
  });

export const prefixInput = z.object({ prefix: z.string().max(4096).default("") });
