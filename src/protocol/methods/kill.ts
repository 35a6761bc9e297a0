import { z } from "zod";
import { contextId, empty } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const kill = defineMethod({
  name: "kill",
  since: 1,
  capability: undefined,
  doc: "Ends a context: SIGHUP, and SIGKILL to what is left of it after five seconds. It stays in the list until its process has gone and context_exited says so. To kill what has exited already is no error.",
  params: z.object({ context_id: contextId }),
  result: empty,
  errors: ["no-such-context", "own-context"],
});
