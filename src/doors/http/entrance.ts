import type { IncomingMessage } from "node:http";
import { type Admission, OWNER } from "./admission.ts";
import { Refusal } from "./refusal.ts";
import type { LoggedInPage } from "./way-in/page-logins.ts";
import { type LoginRules, pageCookie, sentCredential } from "./way-in/page-request.ts";
import { digestOf, isSecret } from "./way-in/secrets.ts";
import type { PageVisitors } from "./way-in/shares.ts";

/**
 * Decides which requests are admitted. Every header that names a request's origin must be right: a web page that a
 * browser was lured into opening can send requests here, but cannot change these headers.
 *
 * - Host names exactly the address listened on, so that a foreign DNS name that points at 127.0.0.1 is rejected.
 * - Origin, if present, equals the origin that Host names; over the unix socket any Origin is rejected.
 * - Sec-Fetch-Site, if a browser sends it, is "none" (a person typed the address) or "same-origin". The page's document alone
 *   may also be opened by a link from anywhere: it is the same for everyone, and its address has no effect.
 * - The token is in the Authorization header and nowhere else: addresses end up in logs and histories. A page that is logged
 *   in sends a cookie and a key instead.
 *
 * The same functions decide for requests and for WebSockets.
 */
export interface Entrance {
  /** Throws a Refusal if the request comes from a place that is not served. */
  check(request: IncomingMessage): void;
  /**
   * What the request may see and do; `check` comes first. Throws a Refusal if the request is not admitted. Calls `renew`
   * with the value of the answer's Set-Cookie header if the cookie of a page needs a later end.
   */
  admit(request: IncomingMessage, renew: (cookie: string) => void): Admission;
  /** How browsers log in; undefined: no page is served here. */
  readonly login?: LoginRules;
}

/** A tunnel may lead from any port to the socket (`ssh -L 8080:…`), so every port is valid here. */
const SOCKET_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;
const SECRET_NAMES =
  /^(?:(?:access|auth|bearer|api|id|session)?[-_]?(?:token|key)|auth(?:orization)?|bearer|secret|password|credentials?|jwt)$/i;
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

export const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "::1"] as const;

/** A tunnel leads from any port of another machine's loopback address to the page's socket. */
export const TUNNEL_HOSTS = {
  has: (host: string) => /^(?:localhost|127\.0\.0\.1|\[::1\]):\d{1,5}$/.test(host),
};

/** What browsers send as Host for these names. They leave out the port that belongs to the scheme. */
export function hostsAt(names: readonly string[], port: number, scheme: "http" | "https"): Set<string> {
  const hosts = names.map((name) => (name.includes(":") ? `[${name}]` : name.toLowerCase()));
  const isUsual = port === (scheme === "https" ? 443 : 80);
  return new Set(hosts.flatMap((host) => (isUsual ? [host, `${host}:${port}`] : [`${host}:${port}`])));
}

/** Only the user's own programs can open the socket, so they need no token. */
export const SOCKET_ENTRANCE: Entrance = {
  check(request) {
    checkAddress(request);
    if (!SOCKET_HOST.test(request.headers.host ?? "")) throw new Refusal(403, "this Host is not served here");
    if (request.headers.origin !== undefined)
      throw new Refusal(403, "pages of a browser are not served over the socket");
    checkFetchSite(request);
  },
  admit: () => OWNER,
};

export interface NetworkEntranceOptions extends PageVisitors {
  /** The values of Host that are served. */
  readonly hosts: Pick<ReadonlySet<string>, "has">;
  readonly scheme: "http" | "https";
  readonly token: string;
  /** Requests per minute without a right credential; further ones get another answer. */
  readonly maxFailures: number;
}

export function networkEntrance(options: NetworkEntranceOptions): Entrance {
  const { hosts, scheme, logins, shares, maxFailures } = options;
  const token = digestOf(options.token);
  const tokens = new FailedAttempts(maxFailures, NO_TOKEN);
  const pages = new FailedAttempts(maxFailures, NO_PAGE);
  const codes = new FailedAttempts(maxFailures, NO_CODE);
  const secure = scheme === "https";
  return {
    check(request) {
      checkAddress(request);
      const { host = "", origin } = request.headers;
      if (!hosts.has(host)) throw new Refusal(403, "this Host is not served here");
      if (origin !== undefined && origin !== `${scheme}://${host}`)
        throw new Refusal(403, "requests of this Origin are not served");
      if (!opensDocument(request)) checkFetchSite(request);
    },
    admit(request, renew) {
      const { authorization } = request.headers;
      const sent = authorization === undefined ? sentCredential(request) : undefined;
      if (!sent) return isSecret(BEARER.exec(authorization ?? "")?.[1], token) ? OWNER : tokens.fail();
      const page = logins.find(sent.cookies, sent.key);
      const admission = page && pageAdmission(page, options);
      if (!page || !admission) return pages.fail();
      const { share } = page;
      if (page.renewed) renew(pageCookie(request, page.cookie, { secure, share }));
      return admission;
    },
    login: {
      secure,
      redeem: (code) => logins.redeem(code),
      enter: (secret) => shares.enter(secret),
      fail: (kind) => codes.fail(kind === "share" ? ENDED_SHARE : NO_CODE.wrong),
    },
  };
}

function pageAdmission(page: LoggedInPage, { logins, shares }: PageVisitors): Admission | undefined {
  if (page.share !== undefined) return shares.admission(page);
  return { ...OWNER, onEnd: (listener) => logins.onEnd(page.id, listener) };
}

/** A navigation of a whole tab to the page, from wherever. Frames are not documents of their own tab. */
function opensDocument({ method, url, headers }: IncomingMessage): boolean {
  const navigates = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  return method === "GET" && url === "/" && headers.upgrade === undefined && navigates;
}

function checkAddress({ url = "", headersDistinct }: IncomingMessage): void {
  if (!url.startsWith("/")) throw new Refusal(400, "an address begins with a slash here");
  const query = new URLSearchParams(url.slice(url.indexOf("?") + 1 || url.length));
  if ([...query.keys()].some((name) => SECRET_NAMES.test(name)))
    throw new Refusal(400, "a credential does not belong in an address: send it as Authorization: Bearer …");
  if ((headersDistinct.host?.length ?? 0) !== 1) throw new Refusal(400, "a request names one Host");
}

function checkFetchSite({ headers }: IncomingMessage): void {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "none" && site !== "same-origin")
    throw new Refusal(403, "requests from another site are not served");
}

const WINDOW_MS = 60_000;
export const MAX_FAILURES = 20;

interface Sentences {
  readonly wrong: string;
  readonly often: string;
}

const NO_TOKEN: Sentences = {
  wrong: "the token is missing or wrong: `mullion token` prints it",
  often: "too many requests without the right token: try again in a minute",
};
const NO_PAGE: Sentences = {
  wrong: "this page is not logged in: `mullion web` opens one that is",
  often: "too many requests of pages that are not logged in: try again in a minute",
};
const NO_CODE: Sentences = {
  wrong: "this link was used before, was revoked or has expired: `mullion web` makes another",
  often: "too many logins with wrong links: try again in a minute",
};
/** A guest cannot run commands here. */
const ENDED_SHARE = "this link was revoked or has expired";

/**
 * Counts requests without the right credential. Above a limit per minute they get another answer; requests with the right
 * one are never affected by them.
 */
class FailedAttempts {
  readonly #max: number;
  readonly #sentences: Sentences;
  #times: number[] = [];

  constructor(max: number, sentences: Sentences) {
    this.#max = max;
    this.#sentences = sentences;
  }

  fail(wrong = this.#sentences.wrong): never {
    const now = Date.now();
    this.#times = this.#times.filter((time) => time > now - WINDOW_MS);
    if (this.#times.length >= this.#max) throw new Refusal(429, this.#sentences.often);
    this.#times.push(now);
    throw new Refusal(401, wrong);
  }
}
