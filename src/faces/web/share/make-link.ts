import type { PageShare } from "../../../protocol/page.ts";
import { ask } from "../connection/request.ts";
import { addressOf } from "../route.ts";
import type { ShareSubject } from "./subject.ts";

export interface ShareTerms {
  readonly write: boolean;
  readonly forMs: number;
  /** For whom the link is; empty: unknown. */
  readonly name: string;
}

/**
 * Makes a link. The page chooses its secret and sends the daemon the digest: nobody but the person who sees the link has the
 * secret. What follows the secret names the view that the link opens.
 */
export async function makeLink(subject: ShareSubject, { write, forMs, name }: ShareTerms): Promise<string> {
  const secret = hex(crypto.getRandomValues(new Uint8Array(32)));
  const digest = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret))));
  const shown =
    subject.kind === "pane" ? { pane: subject.id } : { session: { socket: subject.socket, id: subject.id } };
  const who = name.trim();
  const order = { ...shown, digest, write, for_ms: forMs, ...(who && { name: who }) };
  const { url } = await ask<PageShare & { readonly url: string }>("/api/shares", order);
  return `${url}/#share=${secret}${viewOf(subject)}`;
}

function viewOf(subject: ShareSubject): string {
  if (subject.kind === "session") return "";
  return addressOf({ view: subject.past ? "past" : "pane", id: subject.id }).slice(1);
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
