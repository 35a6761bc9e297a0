import { z } from "zod";
import { contextId, empty } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const rename = defineMethod({
  name: "mullion.rename",
  since: 1,
  capability: "mullion.rename",
  doc: "Gives a context another name: its metadata's name and its pane's title.",
  params: z.object({ context_id: contextId, name: z.string().max(256) }),
  result: empty,
  errors: ["no-such-context", "context-exited", "no-terminal"],
});
