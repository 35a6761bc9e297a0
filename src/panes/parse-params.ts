import { z } from "zod";
import { ProtocolError, type WireErrorCode, wireErrors } from "../protocol/errors.ts";
import { type MethodName, methods, type Params } from "../protocol/methods.ts";

/** Validates against the schema. Throws "invalid-params", or the code that the schema defines for the case. */
export function parseParams<N extends MethodName>(method: N, params: unknown): Params<N> {
  const schema: z.ZodType = methods[method].params;
  const given = params ?? {};
  let parsed = schema.safeParse(given);
  if (!parsed.success) parsed = schema.safeParse(withoutNulls(given, schema));
  if (parsed.success) return parsed.data as Params<N>;
  const [issue] = parsed.error.issues;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String), message }));
  const where = issue!.path.join(".");
  throw new ProtocolError(codeOf(issue), where === "" ? issue!.message : `${where}: ${issue!.message}`, {
    issues: issues.slice(0, 16),
  });
}

/** Treats an optional null member as absent, because many serializers write null. */
function withoutNulls(value: unknown, schema: z.ZodType | undefined): unknown {
  const known = inner(schema);
  if (!(known instanceof z.ZodObject) || typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  const { shape } = known as z.ZodObject<Record<string, z.ZodType>>;
  const entries = Object.entries(value).filter(
    ([name, entry]) => entry !== null || (Object.hasOwn(shape, name) && !shape[name]!.isOptional()),
  );
  return Object.fromEntries(entries.map(([name, entry]) => [name, withoutNulls(entry, shape[name])]));
}

function inner(schema: z.ZodType | undefined): z.ZodType | undefined {
  const wrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return wrapped ? inner(schema.unwrap() as z.ZodType) : schema;
}

function codeOf(issue: unknown): WireErrorCode {
  const code = (issue as { readonly params?: { readonly code?: unknown } }).params?.code;
  return typeof code === "string" && Object.hasOwn(wireErrors, code)
    ? (code as WireErrorCode)
    : "invalid-params";
}
