import { z } from "zod";
import { contextId, empty } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const list = defineMethod({
  name: "list",
  since: 1,
  capability: undefined,
  doc: "The team's live contexts, the oldest first: the client's own where it runs in a pane, and what was spawned and runs.",
  params: empty,
  result: z.object({ contexts: z.array(contextId) }),
  errors: [],
});
