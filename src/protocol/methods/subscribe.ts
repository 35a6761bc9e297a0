import { z } from "zod";
import { contextId, cursor } from "../common.ts";
import { defineMethod } from "../define-method.ts";
import { subscribable } from "../events.ts";

/** What `resume` takes, too. */
export const wanted = z.object({
  events: z.array(subscribable).max(16).optional().describe("All of them where absent."),
  contexts: z
    .array(contextId)
    .max(10_000)
    .optional()
    .describe("The team's, also those to come, where absent."),
});

export const subscribe = defineMethod({
  name: "mullion.subscribe",
  since: 1,
  capability: "mullion.subscribe",
  doc: "Says which events this connection gets from now on, in place of what it got before. The cursor is where they begin.",
  params: wanted,
  result: z.object({ cursor }),
  errors: ["no-such-context"],
});
