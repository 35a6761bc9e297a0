import { z } from "zod";
import { command, contextId, cwd, env, givenMetadata } from "../common.ts";
import { defineMethod } from "../define-method.ts";
import { startErrors } from "../errors.ts";

export const split = defineMethod({
  name: "mullion.split",
  since: 1,
  capability: "mullion.split",
  doc: "Starts a program, or without a command the user's shell, in a pane beside or below a given context's. The rest of the layout stays.",
  params: z.object({
    context_id: contextId,
    direction: z.enum(["right", "down"]),
    percent: z.int().min(1).max(99).optional().describe("Share of the divided pane that the new one gets."),
    command: command.optional(),
    cwd: cwd.optional(),
    env: env.optional(),
    metadata: givenMetadata.optional(),
  }),
  result: z.object({ context_id: contextId }),
  errors: ["no-such-context", "context-exited", "no-terminal", ...startErrors, "no-space"],
});
