import { ProtocolError, type WireErrorCode, wireErrors } from "../protocol/errors.ts";
import { type MethodName, methods, type Params } from "../protocol/methods.ts";

/** Checked against the schema. Throws "invalid-params", or the code that the schema has for the case. */
export function parseParams<N extends MethodName>(method: N, params: unknown): Params<N> {
  const parsed = methods[method].params.safeParse(params ?? {});
  if (parsed.success) return parsed.data as Params<N>;
  const [issue] = parsed.error.issues;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String), message }));
  const where = issue!.path.join(".");
  throw new ProtocolError(codeOf(issue), where === "" ? issue!.message : `${where}: ${issue!.message}`, {
    issues: issues.slice(0, 16),
  });
}

function codeOf(issue: unknown): WireErrorCode {
  const code = (issue as { readonly params?: { readonly code?: unknown } }).params?.code;
  return typeof code === "string" && Object.hasOwn(wireErrors, code)
    ? (code as WireErrorCode)
    : "invalid-params";
}
