import type { PaneId, SessionId, WindowId } from "./ids.ts";
import type { PaneDirection } from "./layout/neighbours.ts";
import type { PaneMode } from "./modes/pane-mode.ts";
import type { OptionRules } from "./options/option-value.ts";
import type { Clock, ExitState, PaneProcess, Size, Spawner } from "./ports.ts";
import type { DefaultColour, PromptMark, Screen, ScreenOptions } from "./screen/screen.ts";
import type { Client } from "./tree/client.ts";
import type { Pane, PaneStart } from "./tree/pane.ts";
import type { Server } from "./tree/server.ts";
import type { Session } from "./tree/session.ts";
import type { Window } from "./tree/window.ts";
import type { Winlink } from "./tree/winlink.ts";

/**
 * Everything that can be done to one server. The tree (`tree/*.ts`) is read freely and written only here: each operation
 * has tmux's effects, emits what happened after the fact, and marks what it changed, so that `takeChanges` hands the
 * daemon exactly the records to write down before it answers. Operations are synchronous and throw MuxError with tmux's
 * sentence; formats in names and paths are expanded by the caller.
 */
export interface Mux
  extends SessionOperations,
    WindowOperations,
    PaneOperations,
    LayoutOperations,
    ProcessOperations,
    AdoptionOperations,
    ModeOperations,
    ClientOperations,
    ChangeOperations {
  readonly server: Server;
}

/** What the world supplies to a server. */
export interface MuxPorts {
  readonly spawner: Spawner;
  readonly clock: Clock;
  /** Called lazily, when something first looks at a pane's screen. What the screen is told is kept under the pane's name. */
  readonly createScreen: (options: ScreenOptions, pane: PaneId) => Screen;
  /** Stands in `$TMUX`. */
  readonly serverPid: number;
  /** Variables that every pane gets beside tmux's own (MULLION_*, PATH with our tmux first …); they win. */
  readonly paneEnvironment?: (
    pane: Pane,
    inherited: ReadonlyMap<string, string>,
  ) => Iterable<readonly [string, string]>;
  /** How option values are judged that only the world can judge; without it every command and shell is good. */
  readonly optionRules?: OptionRules;
  /** remain-on-exit-format, expanded for a dead pane and not wider than it; without it no death is written on a screen. */
  readonly deathMessage?: (pane: Pane) => string;
  /** Puts bytes on a pane's screen as if its program had printed them; without it they go straight to the screen. */
  readonly print?: (pane: Pane, bytes: Uint8Array) => void;
  /** Host name: the first title of a pane. */
  readonly hostname?: string;
}

/** What to run in a new or respawned pane, and where. */
export interface StartOptions {
  /** Empty or absent: default-command or a login shell. One word: a shell string. More: executed as they are. */
  readonly command?: readonly string[];
  /** One word too is a program to execute, not a shell string. */
  readonly direct?: boolean;
  /** Absolute; absent: the session's directory, or for a respawn the pane's own. */
  readonly cwd?: string;
  /** `-e`: over the session's environment, for this process only. */
  readonly environment?: Iterable<readonly [name: string, value: string]>;
  /** PATH of a caller that is not attached: it replaces the session's, as in tmux. */
  readonly path?: string;
  /** No process at all (`split-window ''`, `-I`): text is written to the screen by whoever made it. */
  readonly empty?: boolean;
  readonly metadata?: Iterable<readonly [name: string, value: string]>;
}

/** Where a window goes in a session. Without any of these: the first free index from base-index on. */
export interface PlaceOptions {
  readonly index?: number;
  /** `-a` and `-b`: right after or before this link, moving what stands in the way. */
  readonly after?: Winlink;
  readonly before?: Winlink;
}

/** A name, or how to tell it when the window's first pane is there. */
export type NewName = string | (() => string);

export interface CreateSessionOptions extends Omit<StartOptions, "empty"> {
  /** Absent: the next number. */
  readonly name?: string;
  readonly cwd: string;
  /** `-t`: share the windows of this session … */
  readonly groupWith?: Session;
  /** … or of this group, which is made if nobody is in it yet. */
  readonly groupName?: string;
  readonly windowName?: string | ((session: Session) => string);
  /** `-x` and `-y`: they become the session's default-size. */
  readonly cols?: number;
  readonly rows?: number;
  /** Size of the terminal that will attach right after; it wins over default-size, the status line taken off. */
  readonly clientSize?: Size;
  /** Becomes the session's history-limit, so that its first pane has it too. */
  readonly historyLimit?: number;
  /** Environment of the caller, from which update-environment picks; absent for `-E`. */
  readonly clientEnvironment?: ReadonlyMap<string, string>;
  /** `-e`: kept in the session's environment. */
  readonly sessionEnvironment?: Iterable<readonly [name: string, value: string]>;
}

export interface SessionOperations {
  /** `.` and `:` become `_`, control characters are written out; "bad-name" for an empty name, "name-taken" for one in use. */
  createSession(options: CreateSessionOptions): Session;
  renameSession(session: Session, name: string): void;
  killSession(session: Session): void;
  /** Every other session. */
  killOtherSessions(session: Session): void;
  /** `kill-session -C`. */
  clearAlerts(session: Session): void;
  setSessionCwd(session: Session, cwd: string): void;
  /** Someone used it now: `#{session_activity}`. */
  touchActivity(session: Session): void;
}

export interface CreateWindowOptions extends StartOptions, PlaceOptions {
  /** Absent: named after the command, and automatic-rename stays on. */
  readonly name?: NewName;
  /** `-d`: the session's current window stays. */
  readonly detached?: boolean;
  /** `-k`: a window at this index is killed first. */
  readonly replace?: boolean;
  /** The client whose size a new window takes with `window-size latest`. */
  readonly client?: Client;
}

export interface LinkWindowOptions extends PlaceOptions {
  readonly session: Session;
  /** The source session is not renumbered even with renumber-windows: tmux does so wherever `-s` was given. */
  readonly keepIndexes?: boolean;
  /** `-k`. */
  readonly replace?: boolean;
  /** `-d`. */
  readonly detached?: boolean;
}

export interface WindowOperations {
  /** Failures read "create window failed: …". */
  createWindow(session: Session, options?: CreateWindowOptions): Winlink;
  /** Removes it from every session. */
  killWindow(window: Window): void;
  killOtherWindows(link: Winlink): void;
  /** Turns automatic-rename off for it, unless `automatic`: then it is the automatic name itself. */
  renameWindow(window: Window, name: string, options?: { readonly automatic?: boolean }): void;
  /** False where it was current already. */
  selectWindow(link: Winlink): boolean;
  /** Throw "no last window", "no next window", "no previous window". */
  lastWindow(session: Session): void;
  nextWindow(session: Session, options?: { readonly alert?: boolean }): void;
  previousWindow(session: Session, options?: { readonly alert?: boolean }): void;
  linkWindow(source: Winlink, options: LinkWindowOptions): Winlink;
  unlinkWindow(link: Winlink, options?: { readonly kill?: boolean }): void;
  moveWindow(source: Winlink, options: LinkWindowOptions): Winlink;
  swapWindow(source: Winlink, target: Winlink, options?: { readonly detached?: boolean }): void;
  /** From base-index on, without gaps. */
  renumberWindows(session: Session): void;
  rotateWindow(window: Window, direction: "up" | "down", options?: { readonly keepZoom?: boolean }): void;
  /** Kills its panes but the first and starts that one again. */
  respawnWindow(link: Winlink, options?: RespawnOptions): void;
  resizeWindow(window: Window, options: ResizeWindowOptions): void;
  /** Applies window-size and aggressive-resize to every window: after a client or an option changed. */
  recalculateSizes(): void;
}

export interface ResizeWindowOptions {
  readonly cols?: number;
  readonly rows?: number;
  readonly adjust?: { readonly direction: PaneDirection; readonly by: number };
  /** `-A` and `-a`: as the largest or smallest attached client would have it. */
  readonly fit?: "largest" | "smallest";
  /** Of the target; the first session that holds the window if absent. */
  readonly session?: Session;
}

export interface RespawnOptions extends StartOptions {
  /** `-k`: also when it still runs. */
  readonly kill?: boolean;
  readonly session?: Session;
}

/** Cells, or a share of the pane that is divided (of the window for a split with `full`). */
export type PaneLength = number | { readonly percent: number };

export interface DivideOptions {
  /** `left-right` is `-h`, `top-bottom` (the default) is `-v`. */
  readonly direction?: "left-right" | "top-bottom";
  /** `-b`: the new pane stands left of or above the target. */
  readonly before?: boolean;
  /** `-f`: over the window's whole height or width. */
  readonly full?: boolean;
  readonly size?: PaneLength;
  /** `-d`: the active pane stays. */
  readonly detached?: boolean;
}

export interface SplitPaneOptions extends StartOptions, DivideOptions {
  /** `-Z`: the window is zoomed on the new pane. */
  readonly zoom?: boolean;
  /** Whose options and environment the process gets; the first session that holds the window if absent. */
  readonly session?: Session;
}

export interface BreakPaneOptions extends PlaceOptions {
  readonly session: Session;
  readonly name?: string;
  readonly detached?: boolean;
}

export interface ResizePaneOptions {
  readonly cols?: PaneLength;
  readonly rows?: PaneLength;
  readonly adjust?: { readonly direction: PaneDirection; readonly by: number };
}

/** Cells of a window. */
export interface BorderDrag {
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

export interface PaneOperations {
  /** "no-space" where it does not fit and `pane-room` does not let the window grow. */
  splitPane(target: Pane, options?: SplitPaneOptions): Pane;
  killPane(pane: Pane): void;
  /** Every other pane of its window. */
  killOtherPanes(pane: Pane): void;
  /** False where it was active already. A client that has panes of its own selects for itself alone. */
  selectPane(
    pane: Pane,
    options?: { readonly keepZoom?: boolean; readonly client?: Client | undefined },
  ): boolean;
  /** The pane that `-L -R -U -D` mean from here, edges wrapping around; undefined where there is none. */
  paneInDirection(pane: Pane, direction: PaneDirection): Pane | undefined;
  /** Throws "no last pane". */
  lastPane(window: Window, options?: { readonly keepZoom?: boolean }): Pane;
  /** `select-pane -m`: marks, or clears the mark where it is already there. */
  toggleMark(link: Winlink, pane: Pane): void;
  clearMark(): void;
  setInputOff(pane: Pane, off: boolean): void;
  swapPane(
    source: Pane,
    target: Pane,
    options?: { readonly detached?: boolean; readonly keepZoom?: boolean },
  ): void;
  joinPane(source: Pane, target: Pane, options?: DivideOptions & { readonly link?: Winlink }): void;
  /** The source's link says which session gives the pane away. */
  breakPane(source: Winlink, pane: Pane, options: BreakPaneOptions): Winlink;
  respawnPane(pane: Pane, options?: RespawnOptions): void;
  resizePane(pane: Pane, options: ResizePaneOptions): void;
  /** Moves the borders at a cell of the window as far as another, as a mouse drags them. */
  dragBorders(window: Window, drag: BorderDrag): void;
  toggleZoom(pane: Pane): void;
  /** The stack view of its window, with this pane readable: see layout/stack.ts. */
  toggleStack(pane: Pane): void;
  setPaneTitle(pane: Pane, title: string): void;
  /** Undefined removes an entry. */
  setPaneMetadata(pane: Pane, entries: Iterable<readonly [name: string, value: string | undefined]>): void;
}

export interface LayoutOperations {
  /** A preset's name (unambiguous prefixes allowed) or a layout string; absent: the last preset again. */
  selectLayout(window: Window, layout?: string): void;
  nextLayout(window: Window): void;
  previousLayout(window: Window): void;
  /** `-o`: the layout before the last change. */
  undoLayout(window: Window): void;
  /** `-E`: this pane and its neighbours share their space evenly. */
  spreadOut(pane: Pane): void;
  /**
   * While no client looks at it, the window grows until each pane has the size of a classic terminal (80x24); not where
   * pane-room refuses to let windows grow.
   */
  makeLegible(window: Window): void;
}

export interface ProcessOperations {
  /**
   * Its process ended: the pane is closed, or kept dead as remain-on-exit says. Where the process is given and the pane
   * runs another one by now (a respawn), nothing happens.
   */
  paneExited(pane: Pane, exit: ExitState, process?: PaneProcess): void;
  /** The daemon found the pane's living process again after a rebuild, or gave an empty pane one that ran elsewhere. */
  attachProcess(pane: Pane, process: PaneProcess): void;
  /** After a rebuild: how to get the pane's screen when somebody first looks at it. */
  setScreenLoader(pane: Pane, load: () => Screen): void;
  /** The pane printed something: activity times, monitor-activity and monitor-silence; emits `pane-output`. */
  paneOutput(pane: Pane): void;
  /** Somebody typed into it. */
  paneTyped(pane: Pane): void;
  /** Its shell marked where it is; emits `pane-prompted`. */
  panePrompted(pane: Pane, mark: PromptMark): void;
  /** It asked for attention in words; emits `pane-notified`. */
  paneNotified(pane: Pane, text: string): void;
  /** Its application wants to know whether it has the focus: it is told at once where focus-events is on, as in tmux. */
  paneWantsFocus(pane: Pane): void;
  /** The pane rang: monitor-bell; emits `pane-bell`. */
  paneRang(pane: Pane): void;
}

/** A program that runs and that no record knows, and what is known of where it was. */
export interface AdoptedPane {
  readonly id?: PaneId | undefined;
  readonly session: { readonly id?: SessionId; readonly name: string; readonly cwd: string };
  readonly window?: {
    readonly id?: WindowId;
    readonly index?: number;
    readonly name: string;
    /** By hand: automatic-rename is off. */
    readonly named: boolean;
  };
  readonly size: Size;
  readonly start: PaneStart;
  /** Milliseconds since the epoch. */
  readonly startedMs: number;
  /** Absent: its session's. */
  readonly historyLimit?: number | undefined;
  readonly metadata?: Iterable<readonly [name: string, value: string]> | undefined;
}

export interface AdoptionOperations {
  /** Makes a pane for it, in its session and window, which are made where they are missing. Its process is attached later. */
  adoptPane(adopted: AdoptedPane): Pane;
}

/** What a pane shows instead of its screen. Each change emits `pane-mode-changed`. */
export interface ModeOperations {
  /**
   * The mode of this name comes to the top: the one that the pane has already, or else a new one. False where it was on
   * top before, and nothing happened.
   */
  enterMode(pane: Pane, name: string, create: () => PaneMode): boolean;
  /** Leaves the one on top; what was below it is shown again. Nothing happens where there is none. */
  leaveMode(pane: Pane): void;
  leaveAllModes(pane: Pane): void;
}

export interface ClientOptions {
  readonly name: string;
  readonly tty?: string;
  readonly termName?: string;
  readonly pid?: number;
  readonly uid?: number;
  readonly user?: string;
  readonly utf8?: boolean;
  readonly control?: boolean;
  readonly readonly?: boolean;
  readonly ignoreSize?: boolean;
  readonly ownPanes?: boolean;
  readonly size?: Size;
  readonly cwd?: string;
  readonly environment?: ReadonlyMap<string, string>;
  /** Its session was made for it (new-session): as in tmux, nobody is told that it attached. */
  readonly newSession?: boolean;
}

/** Clients live as long as their connection: they are part of the tree, but of no record. */
export interface ClientOperations {
  attachClient(session: Session, options: ClientOptions): Client;
  /** `switch-client`. */
  switchClient(client: Client, session: Session): void;
  /** `lost`: it went by itself, and tmux leaves the focus where it was. */
  detachClient(client: Client, options?: { readonly lost?: boolean }): void;
  /** With a window: what a control client told for that one alone; no size ends that. */
  resizeClient(client: Client, size: Size | undefined, window?: Pick<Window, "id">): void;
  setClientFlags(
    client: Client,
    flags: { readonly readonly?: boolean; readonly ignoreSize?: boolean; readonly ownPanes?: boolean },
  ): void;
  /** Its terminal got or lost the focus. */
  setClientFocus(client: Client, focused: boolean): void;
  /** Its terminal told a default colour of its own, as 0xrrggbb. */
  setClientColour(client: Client, which: DefaultColour, rgb: number): void;
  /** A key came from it: it is the latest one of its window. */
  clientActive(client: Client): void;
  /** It is the latest one of a window that it has gone to, or sent somebody to. */
  useWindow(client: Client, window: Window): void;
}

export interface Change {
  /** `server`, `buffers`, `session/$1`, `window/@2`, `pane/%3`. */
  readonly key: string;
  /** Plain JSON; undefined: the entity is gone. */
  readonly record: JsonValue | undefined;
}

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * The stores of options, environments and buffers are written directly (`pane.options.set(…)`); each tells the server
 * of its change, which is marked and takes effect at once.
 */
export interface ChangeOperations {
  /** What changed since the last call, and only that. */
  takeChanges(): readonly Change[];
  /** Every record, for a snapshot. */
  allRecords(): readonly Change[];
}

export interface CreateServerOptions {
  readonly socketPath: string;
  readonly ports: MuxPorts;
  /** The environment of the client that made the server. Ignored where records tell it. */
  readonly environment?: ReadonlyMap<string, string>;
  /**
   * What `allRecords` or the sum of all `takeChanges` said: the server is rebuilt from it, without processes. Where some of
   * it was lost, what `repairRecords` makes of the rest.
   */
  readonly records?: Iterable<readonly [key: string, record: JsonValue]>;
}

export { createServer } from "./mux/create-server.ts";
