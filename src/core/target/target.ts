import type { Client } from "../tree/client.ts";
import type { Pane } from "../tree/pane.ts";
import type { Server } from "../tree/server.ts";
import type { Session } from "../tree/session.ts";
import type { Window } from "../tree/window.ts";
import type { Winlink } from "../tree/winlink.ts";

/**
 * Targets: what `-t` and `-s` mean. A command names the kind of thing it wants, and the text after the flag is resolved to
 * objects before the command runs; a target always leads to a whole place (session, link, window and pane), of which the
 * command takes what it needs. The parts that a text leaves out are filled in from the *current* target, which depends on
 * who calls.
 */
export interface Target {
  readonly session: Session;
  readonly link: Winlink;
  readonly window: Window;
  readonly pane: Pane;
}

/** What a search left behind that may have failed half way: `display-message` goes on with it. */
export interface PartialTarget {
  readonly session: Session | undefined;
  readonly link: Winlink | undefined;
  readonly window: Window | undefined;
  readonly pane: Pane | undefined;
}

/** Where a window is to go (`new-window -t`, `move-window -t` …): the index may be free. */
export interface Place {
  readonly session: Session;
  /** Undefined where the text named no index. */
  readonly index: number | undefined;
  /** The window that was found, if any; with an offset it is the current one and not the one at `index`. */
  readonly link: Winlink | undefined;
}

export type TargetKind = "session" | "window" | "pane";

/** Who calls, as far as it decides what is current. */
export interface Caller {
  /** The attached client itself, where the command comes from one. */
  readonly client?: Client | undefined;
  /** Of a process: the terminal on its standard input, and its $TMUX_PANE. */
  readonly tty?: string | undefined;
  readonly paneId?: string | undefined;
  /** Set by hooks and key bindings; it wins while it still exists. */
  readonly current?: PartialTarget | undefined;
  /** Where the mouse was, for `=` and `{mouse}`. */
  readonly mouse?: Target | undefined;
}

export interface TargetFlags {
  /** Among several sessions prefer one that nobody looks at (attach-session). */
  readonly preferUnattached?: boolean;
  /** The marked pane, if there is one, is the current target (the source of join-pane, swap-window …). */
  readonly defaultMarked?: boolean;
}

export interface TargetRequest {
  readonly server: Server;
  readonly kind: TargetKind;
  /** As given after the flag; undefined or empty: the current target. */
  readonly text: string | undefined;
  readonly caller: Caller;
  readonly flags?: TargetFlags;
}
