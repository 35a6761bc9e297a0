import { z } from "zod";
import { contextId, empty } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const getSelfId = defineMethod({
  name: "get_self_id",
  since: 1,
  capability: undefined,
  doc: "The context that the client runs in, as initialize told it.",
  params: empty,
  result: z.object({ context_id: contextId }),
  errors: [],
});
