import { z } from "zod";
import { commonErrors, wireErrors } from "./errors.ts";
import { events } from "./events.ts";
import { methods, type Result } from "./methods.ts";
import { LEVEL, PROTOCOL_VERSION } from "./version.ts";

/**
 * The schema as data: the answer of `describe`, the content of a frozen level, and the source of the reference. JSON
 * Schema is generated for input (`io: "input"`): objects accept unknown keys, and members with a default are optional.
 */
export function describeSchema(): Result<"mullion.describe"> {
  described ??= make();
  return described;
}

let described: Result<"mullion.describe"> | undefined;

function make(): Result<"mullion.describe"> {
  return {
    protocol_version: PROTOCOL_VERSION,
    level: LEVEL,
    methods: mapEntries(methods, ({ since, capability, doc, params, result, errors }) => ({
      since,
      ...(capability === undefined ? {} : { capability }),
      doc,
      params: jsonSchema(params),
      result: jsonSchema(result),
      errors: [...commonErrors, ...errors],
    })),
    events: mapEntries(events, ({ since, audience, doc, params }) => ({
      since,
      audience,
      doc,
      params: jsonSchema(params),
    })),
    errors: mapEntries(wireErrors, ({ rpc, http, sentence }) => ({ code: rpc, http, sentence })),
  };
}

export function jsonSchema(type: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, { io: "input", target: "draft-2020-12" });
  return schema;
}

function mapEntries<V, R>(entries: Readonly<Record<string, V>>, map: (value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, map(value)]));
}
