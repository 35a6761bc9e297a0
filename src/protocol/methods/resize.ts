import { z } from "zod";
import { contextId, size } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const resize = defineMethod({
  name: "mullion.resize",
  since: 1,
  capability: "mullion.resize",
  doc: "Gives a context's pane another size, as far as its window allows; a pane that is alone gets what is asked. Answered with the size it has now.",
  params: z.object({
    context_id: contextId,
    cols: size,
    rows: size,
    window: z
      .boolean()
      .default(false)
      .describe("The whole window gets this size, its panes their share of it; answered with the window's."),
  }),
  result: z.object({ cols: size, rows: size }),
  errors: ["no-such-context", "context-exited", "no-terminal"],
});
