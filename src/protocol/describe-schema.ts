import { z } from "zod";
import { commonErrors, levelOf, type WireError, wireErrors } from "./errors.ts";
import { events } from "./events.ts";
import { methods, type Result } from "./methods.ts";
import { LEVEL, PROTOCOL_VERSION } from "./version.ts";

type Description = Result<"mullion.describe">;
type Schema = Readonly<Record<string, unknown>>;

/**
 * The schema of a level as data: the answer of `describe`, the content of a frozen level, and the source of the reference.
 * JSON Schema is generated for input (`io: "input"`): objects accept unknown keys, and members with a default are
 * optional.
 */
export function describeSchema(level: number = LEVEL): Description {
  const known = described.get(level) ?? make(level);
  described.set(level, known);
  return known;
}

const described = new Map<number, Description>();

function make(level: number): Description {
  const schema = (type: z.ZodType) => atLevel(jsonSchema(type), level);
  return {
    protocol_version: PROTOCOL_VERSION,
    level,
    methods: mapEntries(upTo(methods, level), ({ name, since, isBasic, doc, params, result, errors }) => ({
      since,
      ...(!isBasic && { capability: name }),
      doc,
      params: schema(params),
      result: schema(result),
      errors: [...commonErrors, ...errors].filter((code) => levelOf(code) <= level),
    })),
    events: mapEntries(upTo(events, level), ({ since, audience, doc, params }) => ({
      since,
      audience,
      doc,
      params: schema(params),
    })),
    errors: mapEntries(upTo<WireError>(wireErrors, level), ({ rpc, http, sentence }) => ({
      code: rpc,
      http,
      sentence,
    })),
  };
}

export function jsonSchema(type: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, { io: "input", target: "draft-2020-12" });
  return schema;
}

/** Removes what a later level added: members and alternatives with `since`, and words that `wordsSince` names. */
function atLevel(schema: Schema, level: number): Record<string, unknown> {
  const wordsSince = (schema.wordsSince ?? {}) as Readonly<Record<string, number>>;
  const isNew = (value: unknown) =>
    typeof value === "string" ? (wordsSince[value] ?? 0) > level : sinceOf(value) > level;
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === "wordsSince" && Object.values(wordsSince).every((since) => since > level)) return [];
    if (Array.isArray(value)) return [[key, value.filter((each) => !isNew(each)).map(trim)]];
    return isNew(value) ? [] : [[key, trim(value)]];
  });
  return Object.fromEntries(entries);

  function trim(value: unknown): unknown {
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? atLevel(value as Schema, level)
      : value;
  }
}

function sinceOf(schema: unknown): number {
  const since = typeof schema === "object" && schema !== null && "since" in schema ? schema.since : undefined;
  return typeof since === "number" ? since : 0;
}

function upTo<V extends { readonly since?: number }>(
  entries: Readonly<Record<string, V>>,
  level: number,
): Record<string, V> {
  return Object.fromEntries(Object.entries(entries).filter(([, { since = 1 }]) => since <= level));
}

function mapEntries<V, R>(entries: Readonly<Record<string, V>>, map: (value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, map(value)]));
}
