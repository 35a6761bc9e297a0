import type { DescribedPane, DescribedPlace } from "./pane.ts";

/**
 * What the page and the daemon send each other over `WS /api/page`: one socket for each open page. Every message is a text
 * frame of JSON. The daemon sends the whole house once and then what changed; pictures come only for the panes that the
 * page asks for, at a bounded rate. A full terminal has a socket of its own (`WS /api/panes/ID/live`).
 */

/** A pane with its place, as the page lists it. */
export interface PagePane extends DescribedPane, DescribedPlace {
  /** The id that HTTP addresses use: it stays the same while the pane lives, restarts of the daemon included. */
  readonly id: string;
  /** The last line with text on its screen. */
  readonly last_line: string;
  /** Choices of the question that the program waits with, if the screen shows some. */
  readonly choices?: readonly PageChoice[];
  /** Who shows the pane as a full terminal now. */
  readonly viewers: readonly PageViewer[];
  /** Name of the host that the pane is on; the page sets it. Absent: on the daemon's own machine. */
  readonly host?: string;
}

/** Another machine, whose panes a page of the owner shows too: `WS /host/NAME/api/page` speaks as `WS /api/page` does. */
export interface PageHost {
  readonly name: string;
  readonly state: "idle" | "connecting" | "connected" | "unreachable";
  /** Of an unreachable one: milliseconds since the epoch, and why. */
  readonly since?: number;
  readonly reason?: string;
}

/** All hosts, for a page of the owner; replaces what the page knew. */
export interface PageHosts {
  readonly type: "hosts";
  readonly hosts: readonly PageHost[];
}

/** A person at a pane: at the owner's page, at the page of a share link, or at a terminal that shows its window. */
export interface PageViewer {
  readonly kind: "owner" | "guest" | "terminal";
  /** Of one connection: a page that reconnects has another. */
  readonly id: string;
  /** In words for a person: the browser and its system, with the name of the link before it; or the name of the terminal. */
  readonly name: string;
}

/** One possible answer: `text` is what `mullion.answer` takes. */
export interface PageChoice {
  readonly text: string;
  readonly label: string;
}

/** A window as a session shows it. A window that several sessions share is listed once for each. */
export interface PageWindow {
  readonly socket: string;
  readonly session: string;
  readonly session_id: string;
  readonly window_id: string;
  readonly index: number;
  readonly name: string;
  readonly cols: number;
  readonly rows: number;
  /** The session shows this one. */
  readonly current: boolean;
  readonly zoomed: boolean;
  /** As tmux writes it. */
  readonly layout: string;
  /** Ids of its panes, in the order of the layout. */
  readonly panes: readonly string[];
  /** How many terminals show the session. */
  readonly attached: number;
}

/** The daemon's first message on every connection. */
export interface PageHello {
  readonly type: "hello";
  readonly version: string;
  /** The page's own build, as the daemon serves it: a page of another build reloads itself. */
  readonly build: string;
  /** The name of the machine. */
  readonly host: string;
  /** What the page may see and do. A page of a share link sees a part of the house, and types only if `write` is true. */
  readonly access: PageAccess;
  /** This page's id among the viewers of panes. */
  readonly self: string;
}

export type PageAccess =
  | { readonly kind: "owner" }
  | { readonly kind: "share"; readonly write: boolean; readonly expires: number; readonly title: string };

/** Everything at once: replaces what the page knew. */
export interface PageHouse {
  readonly type: "house";
  readonly panes: readonly PagePane[];
  readonly windows: readonly PageWindow[];
}

/** What changed: panes replace those of the same id; `windows`, if present, replaces all windows. */
export interface PageChange {
  readonly type: "change";
  readonly panes: readonly PagePane[];
  readonly gone: readonly string[];
  readonly windows?: readonly PageWindow[];
}

/**
 * Pictures of panes that changed since their last one. A line is a list of runs. It is null if it has not changed since
 * the last picture of the same pane, and the number of a line of that picture if it moved from there.
 */
export interface PagePictures {
  readonly type: "pictures";
  readonly pictures: readonly PagePicture[];
}

export interface PagePicture {
  readonly id: string;
  readonly cols: number;
  readonly rows: number;
  readonly lines: readonly (readonly PageRun[] | number | null)[];
  /** Column and line, if the cursor is visible. */
  readonly cursor?: readonly [number, number];
}

/**
 * Column, text, columns, foreground and background. A colour is a palette index (0 to 255), or -1 for the page's own, or
 * -2 for the page's own of the other kind (reverse video: its background as the text's colour, and vice versa), or
 * 0x1000000 + RGB. Reverse video is already applied; bold makes a palette colour below 8 bright.
 */
export type PageRun = readonly [column: number, text: string, columns: number, fg: number, bg: number];

export type PageMessage =
  | PageHello
  | PageHouse
  | PageChange
  | PagePictures
  | PageHosts
  /** Answers a ping. */
  | { readonly type: "pong" }
  | { readonly type: "ended"; readonly reason: string };

/** What the page sends. */
export type PageRequest =
  /** Pictures of exactly these panes from now on. */
  | { readonly type: "watch"; readonly ids: readonly string[] }
  /** A person looks at this pane: it is no longer unread. */
  | { readonly type: "seen"; readonly id: string }
  /** The page shows these panes as full terminals, so that others see its presence. */
  | { readonly type: "viewing"; readonly ids: readonly string[] }
  /** Asks for a pong: a page that receives none knows that what it shows is old. */
  | { readonly type: "ping" };

/** `GET /api/launch`: what a person may start. */
export interface PageLaunch {
  /** Known agents that are on the user's PATH. */
  readonly agents: readonly { readonly name: string; readonly command: readonly string[] }[];
  /** Commands of panes, those that run first, then those that have ended; newest first, each once. */
  readonly commands: readonly (readonly string[])[];
  /** Directories of panes, in the same order, each once. */
  readonly directories: readonly string[];
  /** The user's home directory. */
  readonly home: string;
}

/** A share link that works, as `GET /api/shares` lists it. Times are milliseconds since the epoch. */
export interface PageShare {
  readonly id: string;
  /** What it shows. */
  readonly title: string;
  /** For whom it was made. */
  readonly name?: string;
  /** Who has it may type. */
  readonly write: boolean;
  readonly created: number;
  readonly expires: number;
  /** Browsers that are logged in with it. */
  readonly browsers: number;
}

/** `GET /api/directories?prefix=…`: directories whose path begins so, absolute, without a slash at the end. */
export interface PageDirectories {
  readonly directories: readonly string[];
}
