import type { NewReport } from "./agent/evidence.ts";
import type { PaneId, SessionId, WindowId } from "./ids.ts";
import type { PaneDirection } from "./layout/neighbours.ts";
import type { OptionRules } from "./options/option-value.ts";
import type { Clock, ExitState, PaneProcess, Size, Spawner } from "./ports.ts";
import type { SoundRecords, TreeTypes } from "./records/record.ts";
import type { DefaultColour, Progress, PromptMark, Screen, ScreenOptions } from "./screen/screen.ts";
import type {
  Axis,
  BorderDrag,
  Client,
  Pane,
  PaneMode,
  PaneStart,
  Server,
  Session,
  Window,
  Winlink,
} from "./tree/tree.ts";

/**
 * All operations on one server. Any code may read the tree (`tree/tree.ts`), but only these operations write it: each has
 * tmux's effects, emits its events after the fact, and marks what it changed, so that `takeChanges` returns exactly the
 * records that the daemon must persist before it answers. Operations are synchronous and throw MuxError with tmux's
 * sentence; the caller expands formats in names and paths.
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

/** The environment's services for a server. */
export interface MuxPorts {
  readonly spawner: Spawner;
  readonly clock: Clock;
  /**
   * Called lazily at the first access to a pane's screen; the host connects the screen to the pane's process by the id.
   */
  readonly createScreen: (options: ScreenOptions, pane: PaneId) => Screen;
  /** The process id in `$TMUX`. */
  readonly serverPid: number;
  /** Variables of every pane beside tmux's own (MULLION_*, PATH with our tmux first …); they take precedence. */
  readonly paneEnvironment?: (
    pane: Pane,
    inherited: ReadonlyMap<string, string>,
  ) => Iterable<readonly [string, string]>;
  /** Validates option values that only the environment can judge; without it every command and shell is valid. */
  readonly optionRules?: OptionRules;
  /**
   * remain-on-exit-format, expanded for a dead pane and no wider than the pane; without it no death is written on a
   * screen.
   */
  readonly deathMessage?: (pane: Pane) => string;
  /** Host name: the initial title of a pane. */
  readonly hostname?: string;
}

/** What to run in a new or respawned pane, and in which directory. */
export interface StartOptions {
  /** Empty or absent: default-command or a login shell. One word: a shell string. More: executed directly. */
  readonly command?: readonly string[];
  /** A single word is a program to execute too, not a shell string. */
  readonly direct?: boolean;
  /** Absolute; absent: the session's directory, or for a respawn the pane's own. */
  readonly cwd?: string;
  /** `-e`: overrides the session's environment for this process only. */
  readonly environment?: Iterable<readonly [name: string, value: string]>;
  /** PATH of an unattached caller: it replaces the session's, as in tmux. */
  readonly path?: string;
  /** No process at all (`split-window ''`, `-I`): the creator of the pane writes text to its screen. */
  readonly empty?: boolean;
  readonly metadata?: Iterable<readonly [name: string, value: string]>;
  /** Whose calls led to a new pane (`Pane.creators`); a respawn does not change that. */
  readonly creators?: readonly string[];
}

/** Position of a window in a session. Without any of these: the first free index from base-index on. */
export interface PlaceOptions {
  readonly index?: number;
  /** `-a` and `-b`: directly after or before this link, moving links that are in the way. */
  readonly after?: Winlink;
  readonly before?: Winlink;
}

/** A name, or a function that returns it once the window has its first pane. */
export type NewName = string | (() => string);

export interface CreateSessionOptions extends Omit<StartOptions, "empty"> {
  /** Absent: the next number. */
  readonly name?: string;
  readonly cwd: string;
  /** `-t`: share the windows of this session … */
  readonly groupWith?: Session;
  /** … or of this group, which is created if it does not exist. */
  readonly groupName?: string;
  readonly windowName?: string | ((session: Session) => string);
  /** `-x` and `-y`: they become the session's default-size. */
  readonly cols?: number;
  readonly rows?: number;
  /** Size of the terminal that will attach next; less its status line, it takes precedence over default-size. */
  readonly clientSize?: Size;
  /** Becomes the session's history-limit, so that it applies to the first pane too. */
  readonly historyLimit?: number;
  /** The caller's environment, from which update-environment copies; absent for `-E`. */
  readonly clientEnvironment?: ReadonlyMap<string, string>;
  /** `-e`: stored in the session's environment. */
  readonly sessionEnvironment?: Iterable<readonly [name: string, value: string]>;
}

export interface SessionOperations {
  /**
   * `.` and `:` become `_`, and control characters are escaped; throws "bad-name" for an empty name, "name-taken" for
   * one in use.
   */
  createSession(options: CreateSessionOptions): Session;
  renameSession(session: Session, name: string): void;
  killSession(session: Session): void;
  /** Kills every other session. */
  killOtherSessions(session: Session): void;
  /** `kill-session -C`. */
  clearAlerts(session: Session): void;
  setSessionCwd(session: Session, cwd: string): void;
}

export interface CreateWindowOptions extends StartOptions, PlaceOptions {
  /** Absent: named after the command, and automatic-rename stays on. */
  readonly name?: NewName;
  /** `-d`: the session's current window stays current. */
  readonly detached?: boolean;
  /** `-k`: a window at this index is killed first. */
  readonly replace?: boolean;
  /** The client whose size a new window gets with `window-size latest`. */
  readonly client?: Client;
}

export interface LinkWindowOptions extends PlaceOptions {
  readonly session: Session;
  /** The source session is not renumbered even with renumber-windows: tmux does the same whenever `-s` is given. */
  readonly keepIndexes?: boolean;
  /** `-k`. */
  readonly replace?: boolean;
  /** `-d`. */
  readonly detached?: boolean;
}

export interface WindowOperations {
  /** Errors read "create window failed: …". */
  createWindow(session: Session, options?: CreateWindowOptions): Winlink;
  /** Removes the window from every session. */
  killWindow(window: Window): void;
  killOtherWindows(link: Winlink): void;
  /** Turns automatic-rename off for the window, unless `automatic`: the name is then the automatic name itself. */
  renameWindow(window: Window, name: string, options?: { readonly automatic?: boolean }): void;
  /** Returns false if the link was already current. */
  selectWindow(link: Winlink): boolean;
  /** Throw "no last window", "no next window", "no previous window". */
  lastWindow(session: Session): void;
  nextWindow(session: Session, options?: { readonly alert?: boolean }): void;
  previousWindow(session: Session, options?: { readonly alert?: boolean }): void;
  linkWindow(source: Winlink, options: LinkWindowOptions): Winlink;
  unlinkWindow(link: Winlink, options?: { readonly kill?: boolean }): void;
  moveWindow(source: Winlink, options: LinkWindowOptions): Winlink;
  swapWindow(source: Winlink, target: Winlink, options?: { readonly detached?: boolean }): void;
  /** Renumbers from base-index on, without gaps. */
  renumberWindows(session: Session): void;
  rotateWindow(window: Window, direction: "up" | "down", options?: { readonly keepZoom?: boolean }): void;
  /** Kills all panes but the first, and starts the first again. */
  respawnWindow(link: Winlink, options?: RespawnOptions): void;
  resizeWindow(window: Window, options: ResizeWindowOptions): void;
}

export interface ResizeWindowOptions {
  readonly cols?: number;
  readonly rows?: number;
  readonly adjust?: { readonly direction: PaneDirection; readonly by: number };
  /** `-A` and `-a`: the size for the largest or smallest attached client. */
  readonly fit?: "largest" | "smallest";
  /** The target's session; if absent, the first session that holds the window. */
  readonly session?: Session;
}

export interface RespawnOptions extends StartOptions {
  /** `-k`: also if the process still runs. */
  readonly kill?: boolean;
  /** Moves what the screen shows into the history instead of clearing it. */
  readonly keepScreen?: boolean;
  readonly session?: Session;
}

/** Cells, or a percentage of the pane being split (of the window for a split with `full`). */
export type PaneLength = number | { readonly percent: number };

export interface DivideOptions {
  /** `left-right` is `-h`, `top-bottom` (the default) is `-v`. */
  readonly direction?: Axis;
  /** `-b`: the new pane is left of or above the target. */
  readonly before?: boolean;
  /** `-f`: the new pane spans the window's whole height or width. */
  readonly full?: boolean;
  readonly size?: PaneLength;
  /** `-d`: the active pane stays active. */
  readonly detached?: boolean;
}

export interface SplitPaneOptions extends StartOptions, DivideOptions {
  /** `-Z`: zooms the window on the new pane. */
  readonly zoom?: boolean;
  /**
   * The session whose options and environment apply to the process; if absent, the first session that holds the
   * window.
   */
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

/** `length`: columns or rows of what stands before the border. `by`: cells to the right or down. */
export interface BorderMove {
  readonly length?: number | undefined;
  readonly by?: number | undefined;
}

export interface SelectPaneOptions {
  readonly keepZoom?: boolean;
  readonly client?: Client | undefined;
}

export interface PaneOperations {
  /** Throws "no-space" if the pane does not fit and `pane-room` does not let the window grow. */
  splitPane(target: Pane, options?: SplitPaneOptions): Pane;
  killPane(pane: Pane): void;
  /** Kills every other pane of the window. */
  killOtherPanes(pane: Pane): void;
  /** Returns false if the pane was already active. A client with the flag active-pane selects for itself alone. */
  selectPane(pane: Pane, options?: SelectPaneOptions): boolean;
  /** The pane that `-L -R -U -D` select from this one, wrapping at the edges; undefined if there is none. */
  paneInDirection(pane: Pane, direction: PaneDirection): Pane | undefined;
  /** Throws "no last pane". */
  lastPane(window: Window, options?: { readonly keepZoom?: boolean }): Pane;
  /** `select-pane -m`: sets the mark, or clears it if this pane has it. */
  toggleMark(link: Winlink, pane: Pane): void;
  clearMark(): void;
  setInputOff(pane: Pane, off: boolean): void;
  swapPane(
    source: Pane,
    target: Pane,
    options?: { readonly detached?: boolean; readonly keepZoom?: boolean },
  ): void;
  joinPane(source: Pane, target: Pane, options?: DivideOptions & { readonly link?: Winlink }): void;
  /** The source's link determines the session that loses the pane. */
  breakPane(source: Winlink, pane: Pane, options: BreakPaneOptions): Winlink;
  respawnPane(pane: Pane, options?: RespawnOptions): void;
  resizePane(pane: Pane, options: ResizePaneOptions): void;
  /** Moves the borders at one cell of the window to another, as a mouse drags them. */
  dragBorders(window: Window, drag: BorderDrag): void;
  /** Moves the border between two panes of a window, or between the branches that they are in, as a mouse drags it. */
  moveBorder(before: Pane, after: Pane, move: BorderMove): void;
  toggleZoom(pane: Pane): void;
  /** Toggles the stack view of the window, with this pane expanded: see layout/stack.ts. */
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
  /** `-E`: distributes the space of this pane and its neighbours evenly. */
  spreadOut(pane: Pane): void;
  /**
   * While no client shows the window, it grows until each pane has the size of a classic terminal (80x24), unless
   * pane-room forbids growing.
   */
  makeLegible(window: Window): void;
}

export interface ProcessOperations {
  /**
   * Handles the exit of a pane's process: closes the pane, or keeps it dead as remain-on-exit says. Does nothing if
   * `process` is given and the pane now runs another process (a respawn).
   */
  paneExited(pane: Pane, exit: ExitState, process?: PaneProcess): void;
  /**
   * Attaches a living process that the daemon found again after a rebuild, or a process that ran elsewhere to an
   * empty pane.
   */
  attachProcess(pane: Pane, process: PaneProcess): void;
  /**
   * Reports output of the pane: updates activity times, monitor-activity and monitor-silence; emits `pane-output`.
   */
  paneOutput(pane: Pane): void;
  /** Reports that keys were typed into the pane; emits `pane-entered` if Enter is known to be one of them. */
  paneTyped(pane: Pane, bytes?: Uint8Array): void;
  /** Reports that a person has the pane in view: its result is no longer unread. */
  paneSeen(pane: Pane): void;
  /** Reports a prompt mark of the pane's shell; emits `pane-prompted`. */
  panePrompted(pane: Pane, mark: PromptMark): void;
  /** Reports the directory that the pane's shell says it is in. */
  paneMoved(pane: Pane, directory: string): void;
  /** Reports what the agent's own hooks say of its state; undefined withdraws the last report. */
  paneReported(pane: Pane, report: NewReport | undefined): void;
  /** Reports the progress that the pane's program shows; undefined: none any more. */
  paneProgressed(pane: Pane, progress: Progress | undefined): void;
  /** Reports a notification text of the pane; emits `pane-notified`. */
  paneNotified(pane: Pane, text: string): void;
  /**
   * Enables focus reports for the pane's application. With focus-events on, the current state is reported at once, as
   * in tmux.
   */
  paneWantsFocus(pane: Pane): void;
  /** Reports a bell of the pane: monitor-bell; emits `pane-bell`. */
  paneRang(pane: Pane): void;
}

/** A running program that no record mentions, and what is known of its position. */
export interface AdoptedPane {
  readonly id?: PaneId | undefined;
  readonly session: { readonly id?: SessionId; readonly name: string; readonly cwd: string };
  readonly window?: {
    readonly id?: WindowId;
    readonly index?: number;
    readonly name: string;
    /** Named by the user: automatic-rename is off. */
    readonly named: boolean;
  };
  readonly size: Size;
  readonly start: PaneStart;
  /** Milliseconds since the epoch. */
  readonly startedMs: number;
  /** Absent: the session's history-limit. */
  readonly historyLimit?: number | undefined;
  readonly metadata?: Iterable<readonly [name: string, value: string]> | undefined;
}

export interface AdoptionOperations {
  /**
   * Creates a pane for the program in its session and window, which are created if missing. The process is attached
   * later.
   */
  adoptPane(adopted: AdoptedPane): Pane;
}

/** Modes that cover a pane's screen. Each change emits `pane-mode-changed`. */
export interface ModeOperations {
  /**
   * Brings the mode of this name to the top: the pane's existing one, else a new one. Returns false if it was already
   * on top.
   */
  enterMode(pane: Pane, name: string, create: () => PaneMode): boolean;
  /** Leaves the top mode, and shows the one below again. Does nothing without a mode. */
  leaveMode(pane: Pane): void;
  leaveAllModes(pane: Pane): void;
  /** Reports that the pane's mode changed its picture by itself. Emits `pane-mode-redrawn` instead. */
  redrawMode(pane: Pane): void;
}

/** Fields of a client that its attachment and later operations set. */
type LaterField =
  | "session"
  | "lastSession"
  | "created"
  | "activity"
  | "windowSizes"
  | "focused"
  | "colours"
  | "pane";

export interface ClientOptions extends Partial<Omit<Client, LaterField>> {
  readonly name: string;
  /** new-session created the session for this client: as in tmux, no event reports the attachment. */
  readonly newSession?: boolean;
}

/** Clients live as long as their connection: they are part of the tree, but are not recorded. */
export interface ClientOperations {
  attachClient(session: Session, options: ClientOptions): Client;
  /** `switch-client`. */
  switchClient(client: Client, session: Session): void;
  /** `lost`: the client disconnected by itself, and tmux leaves the focus unchanged. */
  detachClient(client: Client, options?: { readonly lost?: boolean }): void;
  /** With a window: the size that a control client sets for that window alone; undefined removes it. */
  resizeClient(client: Client, size: Size | undefined, window?: Pick<Window, "id">): void;
  setClientFlags(client: Client, flags: Partial<Pick<Client, "readonly" | "ignoreSize" | "ownPanes">>): void;
  /** Reports that the client's terminal gained or lost the focus. */
  setClientFocus(client: Client, focused: boolean): void;
  /** Records a default colour that the client's terminal reported, as 0xrrggbb. */
  setClientColour(client: Client, which: DefaultColour, rgb: number): void;
  /** Reports a key from the client, which becomes the latest client of its window. */
  clientActive(client: Client): void;
  /** Makes the client the latest one of a window that it has shown, or to which it has sent another client. */
  useWindow(client: Client, window: Window): void;
}

/** A record that changed, of any kind. */
export type Change<K extends keyof TreeTypes = keyof TreeTypes> = {
  [P in K]: {
    readonly kind: P;
    /** The entity's id; empty for a kind that a server has once. */
    readonly name: string;
    /** Undefined: the entity no longer exists. */
    readonly record: TreeTypes[P] | undefined;
  };
}[K];

/**
 * Callers write the stores of options, environments and buffers directly (`pane.options.set(…)`). Each store notifies
 * the server, which marks the change and applies it at once.
 */
export interface ChangeOperations {
  /** The changes since the last call. */
  takeChanges(): readonly Change[];
  /** Every record, for a snapshot. */
  allRecords(): readonly Change[];
}

export interface CreateServerOptions {
  readonly socketPath: string;
  readonly ports: MuxPorts;
  /** The environment of the client that created the server. Ignored if the records contain one. */
  readonly environment?: ReadonlyMap<string, string>;
  /**
   * The records from `allRecords`, or the sum of all `takeChanges`, after `repairRecords`: the server is rebuilt from
   * them, without processes.
   */
  readonly records?: SoundRecords;
}
