import { z } from "zod";
import { contextId, empty, sessionName } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const killSession = defineMethod({
  name: "mullion.kill_session",
  since: 1,
  capability: "mullion.kill_session",
  doc: "Ends a session that the team made with mullion.spawn_session, and all that runs in it, as kill ends a context. Its name is free when this is answered.",
  params: z.object({
    name: sessionName,
    context_id: contextId
      .optional()
      .describe("Only the session that was spawned with this context, not a later one of the same name."),
  }),
  result: empty,
  errors: ["no-such-session", "own-context"],
});
