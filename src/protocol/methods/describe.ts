import { z } from "zod";
import { empty } from "../common.ts";
import { defineMethod } from "../define-method.ts";

const jsonSchema = z.record(z.string(), z.unknown());

export const describe = defineMethod({
  name: "mullion.describe",
  since: 1,
  capability: "mullion.describe",
  doc: "This schema itself: every method, event and error with its JSON Schema.",
  params: empty,
  result: z.object({
    protocol_version: z.string(),
    level: z.int(),
    methods: z.record(
      z.string(),
      z.object({
        since: z.int(),
        capability: z.string().optional(),
        doc: z.string(),
        params: jsonSchema,
        result: jsonSchema,
        errors: z.array(z.string()),
      }),
    ),
    events: z.record(
      z.string(),
      z.object({ since: z.int(), audience: z.string(), doc: z.string(), params: jsonSchema }),
    ),
    errors: z.record(z.string(), z.object({ code: z.int(), http: z.int(), sentence: z.string() })),
  }),
  errors: [],
});
