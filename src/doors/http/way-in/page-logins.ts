import { randomBytes } from "node:crypto";
import type { HttpRecords, HttpRecordTypes } from "./records.ts";
import { digestOf, isSecret, newSecret } from "./secrets.ts";

/** A login link works for this long, and once. */
export const CODE_MS = 60_000;
/** A browser that was not used for this long has to log in again. */
export const PAGE_MS = 30 * 24 * 60 * 60_000;
/** The time of the last use is on record to this precision. */
const USE_PRECISION_MS = 60 * 60_000;
const MAX_CODES = 32;
/** Browsers of the user's own, and of each share link: one link cannot crowd out others. */
const MAX_PAGES = 64;

/** Both halves of a page's credential. The cookie is worth nothing without the key, and the key nothing without the cookie. */
export interface PageCredential {
  readonly cookie: string;
  readonly key: string;
  /** The share link that the browser came with. */
  readonly share: string | undefined;
}

interface ExpectedLogin {
  /** Milliseconds since the epoch. */
  readonly expires: number;
  /** Called at the end, with whether a browser logged in. */
  readonly listeners: Set<(used: boolean) => void>;
}

/** A browser that is logged in. */
export interface LoggedInPage {
  readonly id: string;
  /** The share link that the browser came with; undefined: the user's own browser. */
  readonly share: string | undefined;
  readonly cookie: string;
  /** This use is the first for a while: the browser's cookie needs a later end. */
  readonly renewed: boolean;
}

type EndListener = (reason: string) => void;

/**
 * Who is logged in from a browser. A login code comes as a digest: whoever made the code prints it, and the daemon never
 * has it before a browser sends it. Codes are in memory only; pages are on record, as digests, and outlive the daemon.
 *
 * A browser sends its cookies to every port of a host, so another user's server on this machine may receive the cookie, and
 * may set one of the same name. Therefore a page also has a key, which its own origin alone can read: a request needs both
 * halves of one login. A foreign cookie matches no key and admits nobody.
 */
export class PageLogins {
  readonly #records: HttpRecords;
  /** By the digests of the codes. */
  readonly #codes = new Map<string, ExpectedLogin>();
  /** Pages by the digest of their key. */
  readonly #byKey = new Map<string, string>();
  readonly #pages = new Map<string, HttpRecordTypes["page"]>();
  readonly #listeners = new Map<string, Set<EndListener>>();

  constructor(records: HttpRecords) {
    this.#records = records;
    for (const [id, page] of records.under("page")) this.#keep(id, page);
  }

  /** Accepts a login with the code of this digest, once, until the returned time (milliseconds since the epoch). */
  expect(digest: string): number {
    const expires = Date.now() + CODE_MS;
    this.#codes.set(digest, { expires, listeners: new Set() });
    setTimeout(() => this.#endCode(digest, false), CODE_MS).unref();
    const [oldest] = this.#codes.keys();
    if (this.#codes.size > MAX_CODES && oldest !== undefined) this.#endCode(oldest, false);
    return expires;
  }

  /** Resolves when the code of this digest was used (true), or does not work any more. */
  used(digest: string): Promise<boolean> {
    const listeners = this.#codes.get(digest)?.listeners;
    return new Promise((resolve) => (listeners ? listeners.add(resolve) : resolve(false)));
  }

  /** Undefined if the code is wrong, used or expired. */
  redeem(code: string): PageCredential | undefined {
    const digest = digestOf(code);
    const expected = this.#codes.get(digest);
    if (!expected || expected.expires <= Date.now()) return undefined;
    this.#endCode(digest, true);
    return this.logIn();
  }

  /** Logs a browser in, with new secrets: nothing that the browser sent becomes part of them. */
  logIn(share?: string): PageCredential {
    this.#forgetUnused(share);
    const credential = { cookie: newSecret(), key: newSecret(), share };
    const { cookie, key } = credential;
    const id = randomBytes(8).toString("hex");
    const page = { cookie: digestOf(cookie), key: digestOf(key), used: Date.now(), ...(share && { share }) };
    this.#keep(id, page);
    this.#records.write("page", id, page);
    return credential;
  }

  /** The page with this key and one of these cookies. */
  find(cookies: readonly string[], key: string): LoggedInPage | undefined {
    const id = this.#byKey.get(digestOf(key));
    const page = id === undefined ? undefined : this.#pages.get(id);
    if (id === undefined || !page) return undefined;
    const cookie = cookies.find((each) => isSecret(each, page.cookie));
    if (cookie === undefined) return undefined;
    const now = Date.now();
    if (now - page.used > PAGE_MS) {
      this.#end(id, "the login has expired");
      return undefined;
    }
    const renewed = now - page.used > USE_PRECISION_MS;
    if (renewed) {
      const used = { ...page, used: now };
      this.#pages.set(id, used);
      this.#records.write("page", id, used);
    }
    return { id, share: page.share, cookie, renewed };
  }

  /** Calls `listener` when the page is logged out. The returned function unsubscribes. */
  onEnd(id: string, listener: EndListener): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Browsers that came with a share link. */
  count(share: string): number {
    return [...this.#pages.values()].filter((page) => page.share === share).length;
  }

  /** Logs out the pages that `chosen` picks, and returns their number. */
  end(reason: string, chosen: (share: string | undefined) => boolean): number {
    const ended = [...this.#pages].filter(([, { share }]) => chosen(share));
    for (const [id] of ended) this.#end(id, reason);
    return ended.length;
  }

  /** As `end`, and no code works any more. */
  endAll(reason: string, chosen: (share: string | undefined) => boolean = () => true): number {
    for (const digest of [...this.#codes.keys()]) this.#endCode(digest, false);
    return this.end(reason, chosen);
  }

  #endCode(digest: string, used: boolean): void {
    const { listeners = [] } = this.#codes.get(digest) ?? {};
    this.#codes.delete(digest);
    for (const listener of listeners) listener(used);
  }

  #keep(id: string, page: HttpRecordTypes["page"]): void {
    this.#pages.set(id, page);
    this.#byKey.set(page.key, id);
  }

  /** Bounds the records: pages that have expired go, and the one that was not used for the longest time if there are many. */
  #forgetUnused(share: string | undefined): void {
    const limit = Date.now() - PAGE_MS;
    const alike = [...this.#pages].filter(([, page]) => page.share === share);
    alike.sort(([, a], [, b]) => a.used - b.used);
    for (const [index, [id, { used }]] of alike.entries())
      if (used < limit || alike.length - index >= MAX_PAGES) this.#end(id, "the login has expired");
  }

  #end(id: string, reason: string): void {
    const page = this.#pages.get(id);
    if (!page) return;
    this.#pages.delete(id);
    this.#byKey.delete(page.key);
    this.#records.write("page", id, undefined);
    const listeners = this.#listeners.get(id) ?? [];
    this.#listeners.delete(id);
    for (const listener of [...listeners]) listener(reason);
  }
}
