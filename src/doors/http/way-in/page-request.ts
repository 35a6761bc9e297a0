import type { IncomingMessage, ServerResponse } from "node:http";
import { readEnvelope, wrap } from "../envelope.ts";
import { Refusal } from "../refusal.ts";
import { PAGE_MS, type PageCredential } from "./page-logins.ts";

/**
 * How a page's credential travels: half of it is a cookie, which scripts cannot read, and half a key, which the page keeps in
 * its origin's storage and sends as a header. A WebSocket of a browser can send no header, so there the key is one of the
 * subprotocols that the page offers, and the daemon answers with the other.
 */
export interface SentCredential {
  /** All cookies of the name: a server on another port may have set one too. */
  readonly cookies: readonly string[];
  readonly key: string;
}

/** The subprotocol that the daemon accepts. */
export const PAGE_PROTOCOL = "mullion.page";
const KEY_PROTOCOL = /^mullion\.key\.([0-9a-f]{64})$/;
const KEY_HEADER = "mullion-page";
const SECRET = /^[0-9a-f]{64}$/;
/** More cookies of ours than this are noise. */
const MAX_COOKIES = 64;
/** Id of a share link. */
const LINK = /^[0-9a-f]{1,16}$/;

/** Undefined for a request that does not come from a page that is logged in. */
export function sentCredential(request: IncomingMessage): SentCredential | undefined {
  const key = sentKey(request);
  if (key === undefined) return undefined;
  const own = cookieName(request, undefined);
  const ofLinks = cookieName(request, "");
  const isOurs = (name: string) =>
    name === own || (name.startsWith(ofLinks) && LINK.test(name.slice(ofLinks.length)));
  const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim().split("=", 2));
  const cookies = pairs.flatMap(([name = "", value = ""]) =>
    isOurs(name.replace(SECURE_PREFIX, "")) && SECRET.test(value) ? [value] : [],
  );
  return { key, cookies: cookies.slice(0, MAX_COOKIES) };
}

function sentKey({ headers }: IncomingMessage): string | undefined {
  const header = headers[KEY_HEADER];
  if (typeof header === "string") return SECRET.test(header) ? header : undefined;
  if (headers.upgrade === undefined) return undefined;
  const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
  return offered.map((name) => KEY_PROTOCOL.exec(name)?.[1]).find((key) => key !== undefined);
}

/**
 * The port is part of the name, because browsers share cookies between the ports of a host; and so is the share link, because
 * a browser may have several open.
 */
function cookieName({ headers }: IncomingMessage, link: string | undefined): string {
  const port = /:(\d{1,5})$/.exec(headers.host ?? "")?.[1] ?? "";
  return link === undefined ? `mullion-${port}` : `mullion-share-${port}-${link}`;
}

/** Browsers accept a cookie of such a name only from this host, over TLS. */
const SECURE_PREFIX = /^__Host-/;

/** `secure`: the page came over TLS. `share`: the id of the share link that it came with. */
export function pageCookie(
  request: IncomingMessage,
  cookie: string,
  { secure, share }: { readonly secure: boolean; readonly share: string | undefined },
): string {
  const name = cookieName(request, share);
  const attributes = `HttpOnly; SameSite=Strict; Path=/; Max-Age=${PAGE_MS / 1000}`;
  return secure ? `__Host-${name}=${cookie}; Secure; ${attributes}` : `${name}=${cookie}; ${attributes}`;
}

/** What a login needs: finds out whether a code or the secret of a share link is right. */
export interface LoginRules {
  readonly secure: boolean;
  redeem(code: string): PageCredential | undefined;
  enter(shareSecret: string): PageCredential | undefined;
  /** Throws the refusal of a login that is not right. */
  fail(kind: "login" | "share"): never;
}

/** `POST /login`: `{"code"}` of `mullion web`, or `{"share"}` of a share link, becomes a cookie and a key. */
export async function answerLogin(
  request: IncomingMessage,
  response: ServerResponse,
  rules: LoginRules,
): Promise<void> {
  const { input, wrapped } = await readEnvelope(request);
  const { code, share } = (input ?? {}) as { code?: unknown; share?: unknown };
  const secret = code ?? share;
  if (typeof secret !== "string" || (code !== undefined && share !== undefined))
    throw new Refusal(400, "a login has a code, or the secret of a share link", { code: "invalid-params" });
  const right = SECRET.test(secret);
  const credential = right && (code === undefined ? rules.enter(secret) : rules.redeem(secret));
  if (!credential) return rules.fail(code === undefined ? "share" : "login");
  const cookie = pageCookie(request, credential.cookie, { secure: rules.secure, share: credential.share });
  const body = JSON.stringify(wrapped ? wrap({ key: credential.key }) : { key: credential.key });
  response.writeHead(200, { "content-type": "application/json", "set-cookie": cookie }).end(body);
}
