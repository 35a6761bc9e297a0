import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { Refusal } from "./refusal.ts";

/** A request's body. oRPC clients put the input under `json`; other clients may send it directly. */
export interface Envelope {
  readonly input: unknown;
  /** The input was under `json`, and so is the answer. */
  readonly wrapped: boolean;
}

export const MAX_BODY_BYTES = 1024 * 1024;

/** Reads the body. An empty body means undefined input. */
export async function readEnvelope(request: IncomingMessage): Promise<Envelope> {
  const text = await readBody(request);
  if (text === "") return { input: undefined, wrapped: true };
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? ""))
    throw new Refusal(415, "a body is JSON: send it with Content-Type: application/json");
  const body = parseJson(text);
  const wrapped = typeof body === "object" && body !== null && !Array.isArray(body) && isEnvelope(body);
  return { input: wrapped ? (body as { json?: unknown }).json : body, wrapped };
}

/** Reads a bounded body as text. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const tooLarge = new Refusal(413, `a body has no more than ${MAX_BODY_BYTES} bytes`, { code: "too-large" });
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) throw tooLarge;
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size > MAX_BODY_BYTES) throw tooLarge;
    }
  } catch (error) {
    throw request.complete || error === tooLarge
      ? error
      : new Refusal(400, "the connection ended before the body");
  }
  return Buffer.concat(parts).toString();
}

/** An answer without a result has no `json`, as in oRPC. */
export function wrap(output: unknown): { readonly json?: unknown } {
  return output === undefined ? {} : { json: output };
}

/** Rejects invalid input with every issue that the schema finds. */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message, code }) => ({ path, message, code }));
  throw new Refusal(400, "Input validation failed", { code: "invalid-params", issues });
}

function isEnvelope(body: object): boolean {
  const names = Object.keys(body);
  return (
    names.length === 0 ||
    (names.includes("json") && names.every((name) => name === "json" || name === "meta"))
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "the body is not JSON", { code: "parse-error" });
  }
}
