import { isUtf8 } from "node:buffer";
import { ProtocolError } from "../../protocol/errors.ts";

export type RequestId = string | number | null;

export interface Request {
  readonly id: RequestId;
  readonly method: string;
  readonly params: unknown;
  /** The request has a `jsonrpc` member, so its answer has one too. */
  readonly jsonrpc: boolean;
}

/** An invalid request, with as much as could be read of its id and version. */
export class BadRequest extends ProtocolError {
  readonly id: RequestId;
  readonly jsonrpc: boolean | undefined;
  constructor(
    code: "parse-error" | "invalid-request" | "batch-not-supported",
    message: string,
    from: { readonly id?: RequestId; readonly jsonrpc?: boolean } = {},
  ) {
    super(code, message);
    this.id = from.id ?? null;
    this.jsonrpc = from.jsonrpc;
  }
}

/** Deeper than the params of any method. */
export const MAX_DEPTH = 32;

/** A message without an id, which expects no answer. */
export interface Notification {
  readonly id: undefined;
  readonly method: string;
  readonly params: unknown;
}

/** Returns undefined for a response, because this side sends no requests. Throws BadRequest. */
export function parseRequest(line: Buffer): Request | Notification | undefined {
  const message = parseJson(line);
  if (Array.isArray(message))
    throw new BadRequest("batch-not-supported", "one request to a line: batches are not taken");
  if (typeof message !== "object" || message === null)
    throw new BadRequest("invalid-request", "a request is an object");
  const { id, method, params, jsonrpc } = message as Readonly<Record<string, unknown>>;
  const from = { id: isId(id) ? id : null, ...(jsonrpc === undefined ? {} : { jsonrpc: true }) };
  if (id !== undefined && !isId(id))
    throw new BadRequest("invalid-request", "an id is a string, a number or null", from);
  if (jsonrpc !== undefined && jsonrpc !== "2.0")
    throw new BadRequest("invalid-request", 'jsonrpc is "2.0" or left out', from);
  if (typeof method !== "string") {
    if (id !== undefined && method === undefined && ("result" in message || "error" in message))
      return undefined;
    throw new BadRequest("invalid-request", "a request has a method", from);
  }
  if (id === undefined) return { id, method, params };
  return { id, method, params, jsonrpc: jsonrpc !== undefined };
}

function isId(id: unknown): id is RequestId {
  return typeof id === "string" || id === null || (typeof id === "number" && Number.isFinite(id));
}

function parseJson(line: Buffer): unknown {
  if (!isUtf8(line)) throw new BadRequest("parse-error", "the line is not UTF-8");
  const text = line.toString();
  if (depthOf(text) > MAX_DEPTH)
    throw new BadRequest("parse-error", `the line is nested deeper than ${MAX_DEPTH} levels`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadRequest("parse-error", `the line is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
}

const BRACKETS = /["\\{}[\]]/g;

/** Nesting depth of brackets outside of strings, provided that the text is JSON. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  BRACKETS.lastIndex = 0;
  for (let found = BRACKETS.exec(text); found; found = BRACKETS.exec(text)) {
    const [mark] = found;
    if (mark === "\\") BRACKETS.lastIndex += 1;
    else if (mark === '"') inString = !inString;
    else if (!inString) {
      depth += mark === "{" || mark === "[" ? 1 : -1;
      deepest = Math.max(deepest, depth);
    }
  }
  return deepest;
}
