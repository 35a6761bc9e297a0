import type { Session, Winlink } from "../../core/tree/tree.ts";
import type { PageAccess } from "../../protocol/page.ts";
import type { HttpTerminal } from "./terminals/terminals.ts";

/** What an admitted request may see and do, for as long as it lasts. */
export interface Admission {
  readonly access: PageAccess;
  /** Whether the request may see this terminal. An owner sees all; a share link shows one pane, or the panes of one session. */
  covers(terminal: HttpTerminal): boolean;
  /** Whether the request may know of this session by its name. */
  showsSession(server: string, session: Session): boolean;
  /** Whether the request may type, resize and change anything. */
  readonly mayWrite: boolean;
  /** Who came with a share link; undefined for the owner. */
  readonly guest: ShareGuest | undefined;
  /**
   * Calls `listener` once, with a reason, when the admission ends before its connection: a revoked or expired share link, a
   * logout. The returned function unsubscribes.
   */
  onEnd(listener: (reason: string) => void): () => void;
}

export interface ShareGuest {
  /** Id of the share link. */
  readonly link: string;
  /** For whom the link was made, if its maker said so. */
  readonly name: string | undefined;
}

/** The places of a terminal's window that the request may know of. */
export function shownLinks(
  { server, pane }: HttpTerminal,
  { showsSession }: Partial<Pick<Admission, "showsSession">>,
): readonly Winlink[] {
  const { links } = pane.window;
  return showsSession ? links.filter(({ session }) => showsSession(server.key, session)) : links;
}

/** A program of the user's own, or a page that the user logged in. */
export const OWNER: Admission = {
  access: { kind: "owner" },
  covers: () => true,
  showsSession: () => true,
  mayWrite: true,
  guest: undefined,
  onEnd: () => () => {},
};
