import type { Buffer } from "../buffers/buffer-stack.ts";
import type { Client, MousePlace, Pane, Server, Session, Window, Winlink } from "../tree/tree.ts";
import type { FormatReads } from "./format-reads.ts";

/**
 * The subject of an expansion. Only the fields that the caller sets decide the kind of row (`#{pane_format}` …); the
 * others are derived: a client's session, a session's current window, a window's active pane, the newest buffer.
 */
export interface FormatContext {
  readonly server: Server;
  readonly host: FormatHost;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly client?: Client | undefined;
  readonly session?: Session | undefined;
  readonly link?: Winlink | undefined;
  /** Only if there is no link: a window's own formats (automatic-rename-format). */
  readonly window?: Window | undefined;
  readonly pane?: Pane | undefined;
  /** Only if it is not the newest buffer: a row of list-buffers. */
  readonly buffer?: Buffer | undefined;
  /** Variables of this row alone: `line`, `command_list_name` … Loops do not see them. */
  readonly variables?: ReadonlyMap<string, string> | undefined;
  /** Variables of the running command: `command`, `hook`, `hook_*`, `current_file`. */
  readonly commandVariables?: ReadonlyMap<string, string> | undefined;
  /** The mouse event whose key runs the command. */
  readonly mouse?: MousePlace | undefined;
  /** strftime expands the text first, as in `display-message` and the status line. */
  readonly time?: boolean | undefined;
  /** `#(…)` expands to nothing. */
  readonly noJobs?: boolean | undefined;
  /** A trial: notes what the expansion reads beside the tree, and starts no job. */
  readonly reads?: FormatReads | undefined;
  /** Receives each step of the expansion: `display-message -v`. */
  readonly log?: ((line: string) => void) | undefined;
}

/** The place that a format is expanded for, beside the server itself. */
export type FormatPlace = Omit<FormatContext, "server" | "host" | "now">;

/** Values that the core cannot determine by itself. */
export interface FormatHost {
  readonly hostname: string;
  /** Process id of the server, as in `$TMUX`. */
  readonly pid: number;
  readonly uid: number;
  readonly user: string;
  /** `#{version}`, without the word tmux. */
  readonly version: string;
  readonly configFiles: readonly string[];
  /** The local time zone at a time in milliseconds since the epoch. */
  zone(timeMs: number): TimeZone;
  /** Starts the command if it is due, and returns the last line that it printed; "" if it has printed none. */
  runJob(job: FormatJob): string;
  /** Values of an attached client that the tree does not hold. */
  clientView?(client: Client): ClientView;
  /** Values of a pane that the tree does not hold. */
  paneView?(pane: Pane): PaneView;
}

export interface TimeZone {
  /** Offset of local time from UTC, positive to the east. */
  readonly offsetMinutes: number;
  /** `UTC`, `CET` … */
  readonly name: string;
}

/** A command inside `#(…)`. The same text for the same owner is one job, whatever it expands to. */
export interface FormatJob {
  readonly command: string;
  /** The command line for the shell. */
  readonly expanded: string;
  /** The window or pane of a loop that the job belongs to; "" outside loops. */
  readonly tag: string;
  readonly client: Client | undefined;
}

/** A face's values of a client; every field is optional because a control client has no terminal. */
export interface ClientView {
  readonly keyTable?: string;
  readonly prefix?: boolean;
  readonly termFeatures?: string;
  readonly termType?: string;
  readonly writtenBytes?: number;
  /** `client_flags`: the names of the flags that are set, separated by commas. */
  readonly flags?: string;
  /** First visible cell of the window; undefined if the whole window fits the terminal. */
  readonly windowOffset?: { readonly x: number; readonly y: number };
}

export interface PaneView {
  /** Reported by the application (OSC 7). */
  readonly path?: string;
  /** Whether pipe-pane is running. */
  readonly piped?: boolean;
}
