import { z } from "zod";
import { command, contextId, cwd, env, givenMetadata } from "../common.ts";
import { defineMethod } from "../define-method.ts";
import { startErrors } from "../errors.ts";

export const spawnAgent = defineMethod({
  name: "spawn_agent",
  since: 1,
  capability: undefined,
  doc: "Starts a program in a pane of its own, in the window of the team's leader (or a session of the team's own where no leader is in a pane). Answered when the program runs: one that cannot be started is an error, not a context.",
  params: z.object({
    command,
    cwd: cwd.optional(),
    env: env.optional(),
    metadata: givenMetadata.optional(),
  }),
  result: z.object({ context_id: contextId }),
  errors: [...startErrors, "no-space"],
});
