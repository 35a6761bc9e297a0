import { z } from "zod";
import { contextId } from "./common.ts";
import { subscribable } from "./events.ts";

/** The filter of a subscription. */
export const wanted = z.object({
  events: z.array(subscribable).max(16).optional().describe("All of them where absent."),
  contexts: z
    .array(contextId)
    .max(10_000)
    .optional()
    .describe("The team's, also those to come, where absent."),
});
