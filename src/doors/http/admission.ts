import type { SessionId } from "../../core/ids.ts";
import type { PageAccess } from "../../protocol/page.ts";
import type { HttpTerminal } from "./terminals/terminals.ts";

/** What an admitted request may see and do, for as long as it lasts. */
export interface Admission {
  readonly access: PageAccess;
  /** Whether the request may see this terminal. An owner sees all; a share link shows one pane, or the panes of one session. */
  covers(terminal: HttpTerminal): boolean;
  /** Whether the request may know of this session by its name, if `covers` holds for all of its panes. */
  showsSession(server: string, session: SessionId): boolean;
  /** Whether the request may type, resize and change anything. */
  readonly mayWrite: boolean;
  /**
   * Calls `listener` once, with a reason, when the admission ends before its connection: a revoked or expired share link, a
   * logout. The returned function unsubscribes.
   */
  onEnd(listener: (reason: string) => void): () => void;
}

/** A program of the user's own, or a page that the user logged in. */
export const OWNER: Admission = {
  access: { kind: "owner" },
  covers: () => true,
  showsSession: () => true,
  mayWrite: true,
  onEnd: () => () => {},
};
