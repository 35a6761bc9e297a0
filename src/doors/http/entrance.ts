import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Admission, OWNER } from "./admission.ts";
import { Refusal } from "./refusal.ts";

/**
 * Decides which requests are admitted. Every header that names a request's origin must be right: a web page that a
 * browser was lured into opening can send requests here, but cannot change these headers.
 *
 * - Host names exactly the address listened on, so that a foreign DNS name that points at 127.0.0.1 is rejected.
 * - Origin, if present, equals the origin that Host names; over the unix socket any Origin is rejected.
 * - Sec-Fetch-Site, if a browser sends it, is "none" (a person typed the address) or "same-origin".
 * - The token is in the Authorization header and nowhere else: addresses end up in logs and histories.
 *
 * The same function decides for requests and for WebSockets.
 */
export interface Entrance {
  /** What the request may see and do. Throws a Refusal if the request is not admitted. */
  admit(request: IncomingMessage): Admission;
}

/** A tunnel may lead from any port to the socket (`ssh -L 8080:…`), so every port is valid here. */
const SOCKET_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;
const SECRET_NAMES =
  /^(?:(?:access|auth|bearer|api|id|session)?[-_]?(?:token|key)|auth(?:orization)?|bearer|secret|password|credentials?|jwt)$/i;
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** Only the user's own programs can open the socket, so they need no token. */
export function socketEntrance(): Entrance {
  return {
    admit(request) {
      checkAddress(request);
      if (!SOCKET_HOST.test(hostOf(request))) throw new Refusal(403, "this Host is not served here");
      if (request.headers.origin !== undefined)
        throw new Refusal(403, "pages of a browser are not served over the socket");
      checkFetchSite(request);
      return OWNER;
    },
  };
}

export function networkEntrance(options: {
  readonly port: number;
  readonly token: string;
  readonly attempts: FailedAttempts;
}): Entrance {
  const { port, token, attempts } = options;
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]);
  return {
    admit(request) {
      checkAddress(request);
      const host = hostOf(request);
      if (!hosts.has(host)) throw new Refusal(403, "this Host is not served here");
      const { origin } = request.headers;
      if (origin !== undefined && origin !== `http://${host}`)
        throw new Refusal(403, "requests of this Origin are not served");
      checkFetchSite(request);
      if (!isToken(BEARER.exec(request.headers.authorization ?? "")?.[1], token)) attempts.fail();
      return OWNER;
    },
  };
}

function checkAddress({ url = "", headersDistinct }: IncomingMessage): void {
  if (!url.startsWith("/")) throw new Refusal(400, "an address begins with a slash here");
  const query = new URLSearchParams(url.slice(url.indexOf("?") + 1 || url.length));
  if ([...query.keys()].some((name) => SECRET_NAMES.test(name)))
    throw new Refusal(400, "a credential does not belong in an address: send it as Authorization: Bearer …");
  if ((headersDistinct.host?.length ?? 0) !== 1) throw new Refusal(400, "a request names one Host");
}

function hostOf({ headers }: IncomingMessage): string {
  return headers.host ?? "";
}

function checkFetchSite({ headers }: IncomingMessage): void {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "none" && site !== "same-origin")
    throw new Refusal(403, "requests from another site are not served");
}

/** Compares digests, so that neither timing nor length reveals anything about the token. */
function isToken(given: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given ?? ""), digest(token)) && given !== undefined;
}

const WINDOW_MS = 60_000;
export const MAX_FAILURES = 20;

/**
 * Counts requests without the right token. Above a limit per minute they get another answer; requests with the token
 * are never affected by them.
 */
export class FailedAttempts {
  readonly #max: number;
  #times: number[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  fail(): never {
    const now = Date.now();
    this.#times = this.#times.filter((time) => time > now - WINDOW_MS);
    if (this.#times.length >= this.#max)
      throw new Refusal(429, "too many requests without the right token: try again in a minute");
    this.#times.push(now);
    throw new Refusal(401, "the token is missing or wrong: `mullion token` prints it");
  }
}
