import { z } from "zod";
import { base64, contextId, empty } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const write = defineMethod({
  name: "write",
  since: 1,
  capability: undefined,
  doc: "Bytes for the program's terminal, in the order of the requests, never mixed with another's. Answered when nothing can lose them any more, whether or not the program reads.",
  params: z.object({ context_id: contextId, data: base64 }),
  result: empty,
  errors: ["no-such-context", "context-exited", "no-terminal", "bad-base64"],
});
