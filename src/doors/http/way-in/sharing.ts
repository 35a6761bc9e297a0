import type { HttpRecordTypes } from "./records.ts";

export type ShareRecord = HttpRecordTypes["share"];
/** What a link shows. */
export type ShownPart = Pick<ShareRecord, "server" | "pane" | "session">;

/** What a new share link shows: one pane, or the panes that a session has at the time. */
export interface NewShare extends ShownPart, Pick<ShareRecord, "write"> {
  /** SHA-256 of the secret in the link: the daemon never has the secret before a browser sends it. */
  readonly digest: string;
  readonly forMs: number;
  /** For whom it is. */
  readonly name?: string | undefined;
}

export interface ListedShare extends Omit<ShareRecord, "secret"> {
  readonly id: string;
  /** Browsers that are logged in with the link. */
  readonly browsers: number;
}

/** Share links. */
export interface Sharing {
  /** Opens HTTP over the network if it is closed. `url` is the address of the page that the link leads to. */
  add(share: NewShare): Promise<ListedShare & { readonly url: string }>;
  /** Those that work, oldest first. */
  list(): readonly ListedShare[];
  /** Ends a link at once. False if there is no such link. */
  revoke(id: string): boolean;
}
