import { randomBytes } from "node:crypto";
import { MuxError } from "../../../core/errors.ts";
import type { Pane, Session } from "../../../core/tree/tree.ts";
import type { NativeServer } from "../../../panes/host.ts";
import type { Admission } from "../admission.ts";
import type { HttpTerminal } from "../terminals/terminals.ts";
import type { LoggedInPage, PageCredential, PageLogins } from "./page-logins.ts";
import type { HttpRecords } from "./records.ts";
import { digestOf } from "./secrets.ts";
import type { ListedShare, NewShare, ShareRecord, ShownPart } from "./sharing.ts";

/** Who uses the page: the user's own browsers, and those that came with a share link. */
export interface PageVisitors {
  readonly logins: PageLogins;
  readonly shares: Shares;
}

/** How long a link may work. */
export const MAX_SHARE_MS = 30 * 24 * 3_600_000;
const MAX_NAME = 40;
/** Links that work at the same time. */
const MAX_SHARES = 200;

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

  add({ digest, forMs, name, ...shown }: NewShare): ListedShare {
    if (name !== undefined && !isName(name))
      throw new MuxError("bad-value", `a name has 1 to ${MAX_NAME} characters that can be printed`);
    this.#endExpired();
    if (this.#shares.size >= MAX_SHARES)
      throw new MuxError("not-allowed", `${MAX_SHARES} share links work already: revoke some first`);
    const id = randomBytes(4).toString("hex");
    const created = Date.now();
    const named = { title: this.#title(shown), ...(name !== undefined && { name }) };
    const share = { ...shown, ...named, secret: digest, created, expires: created + forMs };
    this.#shares.set(id, share);
    this.#records.write("share", id, share);
    this.#endExpired();
    return this.#describe(id, share);
  }

  /** The links that work, oldest first. Those of a pane or session that is gone end here. */
  list(): ListedShare[] {
    this.#endExpired();
    for (const [id, share] of [...this.#shares])
      if (!this.#shown(share)) this.#end(id, "what the link shows is gone");
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
    const link = page.share ?? "";
    const share = this.#shares.get(link);
    if (!share) return undefined;
    const { write, expires, title, name } = share;
    return {
      access: { kind: "share", write, expires, title },
      covers: (terminal) => Date.now() < expires && covers(share, terminal),
      showsSession: (server, session) => showsSession(share, server, session),
      mayWrite: write,
      guest: { link, name },
      onEnd: (listener) => this.#logins.onEnd(page.id, listener),
    };
  }

  #describe(id: string, { secret: _, ...share }: ShareRecord): ListedShare {
    return { id, ...share, browsers: this.#logins.count(id) };
  }

  /** The pane or session that a link shows; undefined if it is gone. */
  #shown({ server: key, pane, session }: ShownPart): Pane | Session | undefined {
    const tree = this.#servers().find((server) => server.key === key)?.mux.server;
    if (pane !== undefined) return tree?.panes.get(pane);
    return session === undefined ? undefined : tree?.sessions.get(session);
  }

  #title(part: ShownPart): string {
    const shown = this.#shown(part);
    if (!shown) throw new MuxError("no-such-target", "what the link should show does not exist any more");
    if (!("metadata" in shown)) return `session ${shown.name}`;
    const name = shown.metadata.get("name");
    return name === undefined ? `pane ${shown.id}` : `pane ${shown.id} (${name})`;
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

function isName(text: string): boolean {
  return text.trim() !== "" && text.length <= MAX_NAME && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}

/** The name of a session is known to a link to the session, and to a link to its only pane. */
function showsSession(
  { server: key, pane, session: id }: ShareRecord,
  server: string,
  session: Session,
): boolean {
  if (server !== key) return false;
  if (id !== undefined) return session.id === id;
  const panes = session.links.flatMap(({ window }) => window.panes);
  const isElsewhere = session.links.some(({ window }) => window.links.length > 1);
  return panes.length === 1 && panes[0]?.id === pane && !isElsewhere;
}

/** A window may be linked into several sessions: its panes are shown to who has a link to one of them. */
function covers({ server: key, pane: id, session }: ShareRecord, { server, pane }: HttpTerminal): boolean {
  if (server.key !== key) return false;
  if (id !== undefined) return pane.id === id;
  return pane.window.links.some((link) => link.session.id === session);
}
