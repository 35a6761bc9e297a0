import { randomBytes } from "node:crypto";
import type { PaneId, SessionId } from "../../../core/ids.ts";
import type { NativeServer } from "../../../panes/host.ts";
import type { Admission } from "../admission.ts";
import type { HttpTerminal } from "../terminals/terminals.ts";
import type { LoggedInPage, PageCredential, PageLogins } from "./page-logins.ts";
import type { HttpRecords, HttpRecordTypes } from "./records.ts";
import { digestOf } from "./secrets.ts";

type ShareRecord = HttpRecordTypes["share"];

/** What a new share link shows: one pane, or the panes that a session has at the time. */
export interface NewShare {
  /** SHA-256 of the secret in the link: the daemon never has the secret before a browser sends it. */
  readonly digest: string;
  readonly server: string;
  readonly pane?: PaneId;
  readonly session?: SessionId;
  readonly title: string;
  readonly write: boolean;
  readonly forMs: number;
}

export interface ListedShare extends Omit<ShareRecord, "secret"> {
  readonly id: string;
  /** Browsers that are logged in with the link. */
  readonly browsers: number;
}

/** Who uses the page: the user's own browsers, and those that came with a share link. */
export interface PageVisitors {
  readonly logins: PageLogins;
  readonly shares: Shares;
}

/** The longest time that a timer of Node can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Share links. They are on record and outlive the daemon; they end at once when they are revoked or expire, with every
 * connection of a browser that came with them. What a link shows is decided anew at each look: a pane that leaves the
 * session is no longer shown, and a new one is.
 */
export class Shares {
  readonly #records: HttpRecords;
  readonly #logins: PageLogins;
  readonly #servers: () => readonly NativeServer[];
  readonly #shares: Map<string, ShareRecord>;
  #timer: NodeJS.Timeout | undefined;

  constructor(records: HttpRecords, logins: PageLogins, servers: () => readonly NativeServer[]) {
    this.#records = records;
    this.#logins = logins;
    this.#servers = servers;
    this.#shares = new Map(records.under("share"));
    this.#endExpired();
  }

  add({ digest, forMs, ...shown }: NewShare): ListedShare {
    const id = randomBytes(4).toString("hex");
    const created = Date.now();
    const share = { ...shown, secret: digest, created, expires: created + forMs };
    this.#shares.set(id, share);
    this.#records.write("share", id, share);
    this.#endExpired();
    return this.#describe(id, share);
  }

  /** The links that work, oldest first. Those of a pane or session that is gone end here. */
  list(): ListedShare[] {
    this.#endExpired();
    for (const [id, share] of [...this.#shares])
      if (!this.#exists(share)) this.#end(id, "what the link shows is gone");
    return [...this.#shares].map(([id, share]) => this.#describe(id, share));
  }

  /** Returns whether there was such a link. */
  revoke(id: string): boolean {
    return this.#end(id, "the link was revoked");
  }

  revokeAll(): number {
    return [...this.#shares.keys()].filter((id) => this.revoke(id)).length;
  }

  /** Logs in the browser that opened a link. Undefined if the secret is wrong or the link has ended. */
  enter(secret: string): PageCredential | undefined {
    this.#endExpired();
    const digest = digestOf(secret);
    const [id] = [...this.#shares].find(([, share]) => share.secret === digest) ?? [];
    return id === undefined ? undefined : this.#logins.logIn(id);
  }

  /** Undefined if the link has ended. */
  admission(page: LoggedInPage): Admission | undefined {
    this.#endExpired();
    const share = this.#shares.get(page.share ?? "");
    if (!share) return undefined;
    const { write, expires, title, server, session } = share;
    return {
      access: { kind: "share", write, expires, title },
      covers: (terminal) => Date.now() < expires && covers(share, terminal),
      showsSession: (key, id) => session === undefined || (key === server && id === session),
      mayWrite: write,
      onEnd: (listener) => this.#logins.onEnd(page.id, listener),
    };
  }

  #describe(id: string, { secret: _, ...share }: ShareRecord): ListedShare {
    return { id, ...share, browsers: this.#logins.count(id) };
  }

  #exists({ server: key, pane, session }: ShareRecord): boolean {
    const tree = this.#servers().find((server) => server.key === key)?.mux.server;
    if (!tree) return false;
    return pane === undefined ? tree.sessions.has(session!) : tree.panes.has(pane);
  }

  #end(id: string, reason: string): boolean {
    if (!this.#shares.delete(id)) return false;
    this.#records.write("share", id, undefined);
    this.#logins.end(reason, (share) => share === id);
    return true;
  }

  /** Ends what has expired, and sets the timer for what expires next. */
  #endExpired(): void {
    const now = Date.now();
    for (const [id, { expires }] of [...this.#shares])
      if (expires <= now) this.#end(id, "the link has expired");
    clearTimeout(this.#timer);
    const next = Math.min(...[...this.#shares.values()].map(({ expires }) => expires));
    if (next === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#endExpired(), Math.min(next - now, MAX_TIMER_MS)).unref();
  }
}

/** A window may be linked into several sessions: its panes are shown to who has a link to one of them. */
function covers({ server: key, pane: id, session }: ShareRecord, { server, pane }: HttpTerminal): boolean {
  if (server.key !== key) return false;
  if (id !== undefined) return pane.id === id;
  return pane.window.links.some((link) => link.session.id === session);
}
