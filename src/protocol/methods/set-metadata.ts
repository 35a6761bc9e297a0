import { z } from "zod";
import { contextId, metadata, plainMetadata, structuredMetadata } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const setMetadata = defineMethod({
  name: "mullion.set_metadata",
  since: 1,
  capability: "mullion.set_metadata",
  doc: "Changes entries of a context's metadata; null removes one, what is not named stays. Answered with all of it.",
  params: z.object({
    context_id: contextId,
    metadata: z.record(
      z.string().min(1).max(64),
      z.union([...plainMetadata.options, z.null(), structuredMetadata]),
    ),
  }),
  result: z.object({ metadata }),
  errors: ["no-such-context", "context-exited", "no-terminal"],
});
