import type { Buffer } from "../buffers/buffer-stack.ts";
import type { Client } from "../tree/client.ts";
import type { Pane } from "../tree/pane.ts";
import type { Server } from "../tree/server.ts";
import type { Session } from "../tree/session.ts";
import type { Window } from "../tree/window.ts";
import type { Winlink } from "../tree/winlink.ts";

/**
 * What a format is expanded for. Only what the caller names decides what kind of row it is (`#{pane_format}` …); the rest
 * is filled in from it: a client's session, a session's current window, a window's active pane, the newest buffer.
 */
export interface FormatContext {
  readonly server: Server;
  readonly host: FormatHost;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly client?: Client | undefined;
  readonly session?: Session | undefined;
  readonly link?: Winlink | undefined;
  /** Only where there is no link: a window's own formats (automatic-rename-format). */
  readonly window?: Window | undefined;
  readonly pane?: Pane | undefined;
  /** Only where it is not the newest one: a row of list-buffers. */
  readonly buffer?: Buffer | undefined;
  /** Variables of this row alone: `line`, `command_list_name` … They are not seen inside loops. */
  readonly variables?: ReadonlyMap<string, string> | undefined;
  /** Variables of the running command: `command`, `hook`, `hook_*`, `current_file`. */
  readonly commandVariables?: ReadonlyMap<string, string> | undefined;
  /** The text goes through strftime first, as in `display-message` and the status line. */
  readonly time?: boolean | undefined;
  /** `#(…)` gives nothing. */
  readonly noJobs?: boolean | undefined;
  /** Run jobs again even if they ran in this second. */
  readonly forceJobs?: boolean | undefined;
  /** Told each step of the expansion: `display-message -v`. */
  readonly log?: ((line: string) => void) | undefined;
}

/** What the core cannot know by itself. */
export interface FormatHost {
  readonly hostname: string;
  /** Of the server, as in `$TMUX`. */
  readonly pid: number;
  readonly uid: number;
  readonly user: string;
  /** `#{version}`, without the word tmux. */
  readonly version: string;
  readonly configFiles: readonly string[];
  /** The local time zone at a moment, given in milliseconds since the epoch. */
  zone(timeMs: number): TimeZone;
  /** Starts the command if it is due, and returns the last line it printed; "" while there is none. */
  runJob(job: FormatJob): string;
  /** What is known of an attached client beyond the tree. */
  clientView?(client: Client): ClientView;
  /** What is known of a pane beyond the tree. */
  paneView?(pane: Pane): PaneView;
}

export interface TimeZone {
  /** What local time is ahead of UTC. */
  readonly offsetMinutes: number;
  /** `UTC`, `CET` … */
  readonly name: string;
}

/** A command inside `#(…)`. The same text for the same owner is one job, whatever it expands to. */
export interface FormatJob {
  readonly command: string;
  /** What is given to the shell. */
  readonly expanded: string;
  /** Which window or pane of a loop it belongs to; "" outside loops. */
  readonly tag: string;
  readonly client: Client | undefined;
  readonly force: boolean;
}

/** The face's knowledge of a client; every field is optional because a control client has no terminal. */
export interface ClientView {
  readonly cellCols?: number;
  readonly cellRows?: number;
  readonly keyTable?: string;
  readonly prefix?: boolean;
  readonly termFeatures?: string;
  readonly termType?: string;
  readonly writtenBytes?: number;
  readonly discardedBytes?: number;
  /** `client_flags`: the names of what is set, joined by commas. */
  readonly flags?: string;
  /** The part of the window that fits the terminal; undefined where the whole window does. */
  readonly windowOffset?: { readonly x: number; readonly y: number };
}

export interface PaneView {
  /** Told by the application (OSC 7). */
  readonly path?: string;
  /** pipe-pane is running. */
  readonly piped?: boolean;
}
