import type { Client, Pane, Server, Session, Window, Winlink } from "../tree/tree.ts";

/**
 * Targets: the meaning of `-t` and `-s`. A command declares the kind of target, and the text after the flag is
 * resolved to objects before the command runs. A target is always complete (session, link, window and pane), and the
 * command uses the parts that it needs. Parts missing in the text come from the *current* target, which depends on
 * the caller.
 */
export interface Target {
  readonly session: Session;
  readonly link: Winlink;
  readonly window: Window;
  readonly pane: Pane;
}

/** The result of a lookup that may have failed halfway: `display-message` continues with it. */
export type PartialTarget = { readonly [Part in keyof Target]: Target[Part] | undefined };

/** The destination of a window (`new-window -t`, `move-window -t` …): the index may be free. */
export interface Place {
  readonly session: Session;
  /** Undefined if the text named no index. */
  readonly index: number | undefined;
  /** The window that was found, if any; with an offset it is the current window, not the one at `index`. */
  readonly link: Winlink | undefined;
}

export type TargetKind = "session" | "window" | "pane";

/** The caller, as far as it determines the current target. */
export interface Caller {
  /** The attached client, if the command comes from one. */
  readonly client?: Client | undefined;
  /** Of a calling process: the terminal of its standard input, and its $TMUX_PANE. */
  readonly tty?: string | undefined;
  readonly paneId?: string | undefined;
  /** Set by hooks and key bindings; takes precedence while it exists. */
  readonly current?: PartialTarget | undefined;
  /** Target under the mouse, for `=` and `{mouse}`. */
  readonly mouse?: Target | undefined;
}

export interface TargetFlags {
  /** Among several sessions, prefer one without an attached client (attach-session). */
  readonly preferUnattached?: boolean;
  /** The marked pane, if any, is the current target (the source of join-pane, swap-window …). */
  readonly defaultMarked?: boolean;
}

export interface TargetRequest {
  readonly server: Server;
  readonly kind: TargetKind;
  /** The text after the flag; undefined or empty: the current target. */
  readonly text: string | undefined;
  readonly caller: Caller;
  readonly flags?: TargetFlags;
}
