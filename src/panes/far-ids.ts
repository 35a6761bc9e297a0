import { ProtocolError } from "../protocol/errors.ts";

/** A context on a host: `HOST/ctx_7` here, `ctx_7` there. Ids of this machine have no slash. */
export interface FarId {
  readonly host: string;
  readonly id: string;
}

/** Longest id of the schema. */
const MAX_ID_CHARS = 64;
export const PLAIN_ID = /^[\w.-]{1,40}$/;

export function parseFarId(id: unknown): FarId | undefined {
  if (typeof id !== "string") return undefined;
  const at = id.indexOf("/");
  return at > 0 ? { host: id.slice(0, at), id: id.slice(at + 1) } : undefined;
}

/** Throws for an id that a host must not give: it stands in ids, lists and sentences here. */
export function formatFarId(host: string, id: string): string {
  const full = `${host}/${id}`;
  if (PLAIN_ID.test(id) && full.length <= MAX_ID_CHARS) return full;
  throw new ProtocolError("host-unreachable", `host ${host} gave a wrong answer: an id that is none`);
}

/**
 * What a host answered, with the ids as they are here. Metadata is the clients' own: what is called context_id there
 * stays.
 */
export function withFarIds(host: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => withFarIds(host, each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      if (name === "metadata") return [name, entry];
      if (name === "context_id" && typeof entry === "string") return [name, formatFarId(host, entry)];
      return [name, withFarIds(host, entry)];
    }),
  );
}
