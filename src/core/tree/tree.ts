import type { PaneStanding } from "../agent/agent-state.ts";
import type { AnswerChoice } from "../agent/choices.ts";
import type { Evidence, EvidenceRecord } from "../agent/evidence.ts";
import type { BufferStack } from "../buffers/buffer-stack.ts";
import type { Canvas } from "../canvas/canvas.ts";
import type { Environment } from "../environment/environment.ts";
import type { Events } from "../events.ts";
import type { PaneId, SessionId, WindowId } from "../ids.ts";
import type { Key } from "../keys/key.ts";
import type { KeyTables } from "../keys/key-tables.ts";
import type { Options } from "../options/options.ts";
import type { ExitState, PaneProcess, Size } from "../ports.ts";
import type { Cursor, DefaultColour, Screen } from "../screen/screen.ts";

/**
 * One tmux server, identified by `-L name` or `-S path`. Servers share nothing: sessions, ids, options, environment,
 * buffers. A daemon holds many.
 */
export interface Server {
  /** Absolute path of the socket: the server's identity. */
  readonly socketPath: string;
  /** Milliseconds since the epoch. */
  readonly startTime: number;
  /** The first title of every pane; empty if it is unknown. */
  readonly hostname: string;
  readonly sessions: ReadonlyMap<SessionId, Session>;
  readonly windows: ReadonlyMap<WindowId, Window>;
  readonly panes: ReadonlyMap<PaneId, Pane>;
  /** Server options (`set -s`). */
  readonly options: Options;
  /** Global session options (`set -g`). */
  readonly sessionOptions: Options;
  /** Global window options (`set -gw`). */
  readonly windowOptions: Options;
  readonly environment: Environment;
  readonly buffers: BufferStack;
  readonly keys: KeyTables;
  readonly events: Events;
  /** Agent states of the panes' programs. */
  readonly agents: {
    of(pane: Pane): PaneStanding;
    /** What the last look found: costs nothing, and events report every change of it. */
    lastOf(pane: Pane): PaneStanding;
    evidenceOf(pane: Pane): Evidence | undefined;
    /** For how long a question may look unanswered after keys were typed: a program needs a moment to go on. */
    unsettledMs(pane: Pane): number;
    /** Whether the pane's screen shows what its program asks, as far as the program is known. */
    showsQuestion(pane: Pane): boolean;
    /** The choices of the question that the pane waits with, if its screen shows some. */
    choicesOf(pane: Pane, question: string | undefined): readonly AnswerChoice[];
    recordOf(pane: Pane): EvidenceRecord | undefined;
  };
  /**
   * `select-pane -m`: the marked pane, the link through which it was marked, whose window shows the flag M, and that
   * window. The mark is valid only while the link has this window, and the window holds the pane.
   */
  readonly marked: Pane | undefined;
  readonly markedLink: Winlink | undefined;
  readonly markedWindow: Window | undefined;
  /** The number of the next session. */
  readonly next: { readonly session: number };
  /** Clients in the order in which they attached. */
  readonly clients: readonly Client[];
  /** Sessions that share their windows, by group name. */
  readonly groups: ReadonlyMap<string, readonly Session[]>;
  /** Sessions in tmux's listing order, by name. */
  sessionsByName(): readonly Session[];
  sessionNamed(name: string): Session | undefined;
}

export interface Session {
  readonly id: SessionId;
  readonly server: Server;
  readonly name: string;
  /** Start directory of new windows. */
  readonly cwd: string;
  /** Times are milliseconds since the epoch; 0 if the event never happened. */
  readonly created: number;
  readonly activity: number;
  readonly lastAttached: number;
  /** Number of attached clients. */
  readonly attached: number;
  readonly options: Options;
  readonly environment: Environment;
  /** Links by ascending index. Sessions of one group share their windows, each with its own links. */
  readonly links: readonly Winlink[];
  readonly current: Winlink;
  /** Previous links, most recent first, without the current one: `last-window`, `#{session_stack}`. */
  readonly lastLinks: readonly Winlink[];
  /** Name of the session group, if the session is in one (`new-session -t`). */
  readonly group: string | undefined;
  linkAt(index: number): Winlink | undefined;
}

/** A window's position in a session. One window may be linked into several sessions, or twice into one. */
export interface Winlink {
  readonly session: Session;
  readonly window: Window;
  readonly index: number;
  /** Alerts not yet seen in this session: `#` `!` `~` in the flags. */
  readonly activity: boolean;
  readonly bell: boolean;
  readonly silence: boolean;
}

export interface Window {
  readonly id: WindowId;
  readonly server: Server;
  readonly name: string;
  /** Panes in index order, the order of `list-panes`; a layout preset may assign them other positions. */
  readonly panes: readonly Pane[];
  readonly active: Pane;
  /** The previously active pane, if it still exists: `last-pane`. */
  readonly last: Pane | undefined;
  readonly cols: number;
  readonly rows: number;
  /** The geometry: a tree of cells whose leaves are the panes. While zoomed, `savedLayout` holds the real tree. */
  readonly layout: Cell;
  readonly savedLayout: Cell | undefined;
  /** Layout string before the last select-layout, for `select-layout -o`. */
  readonly oldLayout: string | undefined;
  /** Index of the last preset, for next-layout and previous-layout; -1 if none was used. */
  readonly lastPreset: number;
  readonly zoomed: boolean;
  /** Zoomed in the stack view: each other pane has one line. */
  readonly stacked: boolean;
  readonly options: Options;
  readonly created: number;
  readonly activity: number;
  readonly links: readonly Winlink[];
  /** The client that used the window last, for `window-size latest`. */
  readonly latest: Client | undefined;
}

/** The axis along which a branch lines up its children. */
export type Axis = "left-right" | "top-bottom";

/**
 * A window's geometry is a tree of cells. A leaf holds one pane; a branch divides its area among its children, left
 * to right or top to bottom, with a border of one cell between neighbours. Invariant: along the branch's direction
 * the children's sizes plus the borders between them equal the branch's size; across it they equal it.
 */
export interface Cell {
  kind: "leaf" | Axis;
  parent: Cell | undefined;
  cols: number;
  rows: number;
  /** Offset of the upper left corner inside the window. */
  left: number;
  top: number;
  /** Undefined for a branch. */
  pane: Pane | undefined;
  /** Children of a branch, in order; empty for a leaf. */
  children: Cell[];
}

/** How a pane was started: kept for respawn-pane and `#{pane_start_command}`. */
export interface PaneStart {
  /** As given: empty for the default command, one element for a shell string, more for an argv. */
  readonly command: readonly string[];
  /** A single element is a program too, not a shell string. */
  readonly direct: boolean;
  /** The executed file and its argv (a login shell's begins with "-"). */
  readonly file: string;
  readonly argv: readonly string[];
  /** default-shell at the start, which a respawn uses again. */
  readonly shell: string;
  readonly cwd: string;
}

/** The exit of a process whose pane is kept, and the process's identity. */
export interface PaneExit extends ExitState {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly pid?: number;
  readonly tty?: string;
}

export interface Pane {
  readonly id: PaneId;
  readonly window: Window;
  readonly cell: Cell;
  readonly title: string;
  readonly start: PaneStart;
  /** Undefined once the pane is dead and kept (remain-on-exit). */
  readonly process: PaneProcess | undefined;
  /** Created or loaded at the first access. */
  readonly screen: Screen;
  readonly options: Options;
  /** Maximum lines of history: the session's history-limit when the pane was created. */
  readonly historyLimit: number;
  /** Size and position inside the window, in cells. */
  readonly cols: number;
  readonly rows: number;
  readonly left: number;
  readonly top: number;
  /** Created without a process (`split-window ''`). */
  readonly empty: boolean;
  /** Increases each time the pane becomes active: of two panes, the higher was used more recently. */
  readonly activePoint: number;
  /** Set while the pane is dead and kept. */
  readonly exit: PaneExit | undefined;
  /** The directory that the pane's shell reported last (OSC 7). */
  readonly directory: string | undefined;
  /** `select-pane -d`: the pane ignores keys. */
  readonly inputOff: boolean;
  /** The teams whose calls led to the pane, the nearest first: they may use it. Empty for a pane of a person. */
  readonly creators: readonly string[];
  /** Free-form entries of the pane's creator (name, colour, role…), shown by faces. */
  readonly metadata: ReadonlyMap<string, string>;
  /** Modes that cover the screen, newest first; empty: the screen is shown. Modes are not recorded. */
  readonly modes: readonly PaneMode[];
  /** The last search in the pane, with which its next copy mode starts. */
  readonly search: PaneSearch;
}

/** Written by the modes that search. */
export interface PaneSearch {
  text: string | undefined;
  /** Whether the text is a regular expression. */
  regex: boolean;
}

/** A viewer of a session: a terminal or a control-mode connection. It lives as long as its connection. */
export interface Client {
  /** The terminal's name, or `client-PID` without a terminal. */
  readonly name: string;
  readonly tty: string;
  readonly termName: string;
  readonly pid: number;
  readonly uid: number;
  readonly user: string;
  readonly utf8: boolean;
  readonly control: boolean;
  readonly readonly: boolean;
  /** Whether the client's terminal has the focus, as far as the terminal reports it. */
  readonly focused: boolean;
  /** The default colours that the client's terminal has reported, as 0xrrggbb. */
  readonly colours: Readonly<Partial<Record<DefaultColour, number>>>;
  /** The client's size does not affect windows. */
  readonly ignoreSize: boolean;
  /** The client selects panes for itself alone (flag active-pane). */
  readonly ownPanes: boolean;
  /**
   * The pane that receives the client's keys: the active pane of its window, or the pane that it selected there for
   * itself.
   */
  readonly pane: Pane | undefined;
  /** Undefined for a control client that never reported a size. */
  readonly size: Size | undefined;
  /** Sizes that a control client set for single windows (`refresh-client -C @1:80x24`). */
  readonly windowSizes: ReadonlyMap<WindowId, Size>;
  readonly cwd: string;
  readonly environment: ReadonlyMap<string, string>;
  readonly session: Session | undefined;
  readonly lastSession: Session | undefined;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly activity: number;
}

/**
 * A layer that a pane shows instead of its screen: the copy modes, the trees to choose from, the clock. A pane has a
 * stack of modes (`Pane.modes`, newest first); the screen continues behind them. A mode belongs to the pane, not to a
 * client: every viewer of the pane sees it, and commands control it even with no client attached. `Mux.enterMode` and
 * `leaveMode` add and remove modes; no record keeps them, so they end with the daemon.
 */
export interface PaneMode {
  /**
   * The value of `#{pane_mode}`: "copy-mode", "view-mode", "tree-mode", "clock-mode" … A pane has at most one mode of
   * each name.
   */
  readonly name: string;
  /** Incremented at every visible change. */
  readonly revision: number;
  readonly cursor: Cursor;
  /** Draws every cell of the pane. */
  draw(canvas: Canvas): void;
  /** The table in which keys are looked up (`copy-mode`, `copy-mode-vi`); absent: `key` receives them. */
  readonly keyTable?: string | undefined;
  /** Handles a key without a table. */
  key?(press: KeyPress): void;
  /** `send-keys -X`. Absent: the mode has no commands, and tmux says "not in a mode". */
  command?(command: ModeCommand): void;
  /** `send-keys -N`: repeat count of the next command; reset to 1 after it. */
  repeat?: number;
  /** Format variables that the mode supplies (`scroll_position`, `copy_cursor_x` …), by name. */
  readonly variables?: ReadonlyMap<string, () => string | undefined> | undefined;
  /** For `#{mouse_word}` and `#{mouse_line}`: the visible word at a cell of the pane, and the text of a line. */
  wordAt?(x: number, y: number): string;
  lineText?(y: number): string;
  /** Only the top mode receives a new size; another mode receives it when it returns to the top. */
  resize(size: Size): void;
  /** Called when the mode is on top of the pane's modes for the first time. */
  onEnter?(): void;
  /** Called when the mode was left, or its pane closed. */
  close?(): void;
}

/** A command to a mode, with the services of its caller that it uses. */
export interface ModeCommand {
  /** Its name and its arguments. */
  readonly words: readonly string[];
  /** `-F`: formats in the argument of a search are expanded. */
  readonly expandSearch?: boolean | undefined;
  readonly session: Session;
  readonly client?: Client | undefined;
  /** Position of the mouse key that runs the command. */
  readonly mouse?: MousePlace | undefined;
  /** Sends mouse moves to a drag handler until the button is released; absent without a mouse. */
  readonly drag?: ((drag: MouseDrag) => void) | undefined;
  /** Expands a format for the session, the client and the pane. */
  expand(text: string): string;
  /** Starts a shell command outside the panes, with these bytes as its input. */
  pipe(shellCommand: string, input: Uint8Array): void;
}

/** One key as a terminal sent it, with the position of a mouse key. */
export interface KeyPress {
  readonly key: Key;
  /** The client that sent the key. Absent for `send-keys -K` and tests. */
  readonly client?: Client | undefined;
  readonly mouse?: MousePlace | undefined;
}

/** Position of the mouse, and what is there. */
export interface MousePlace {
  /** Cell of the client's terminal, from 0. */
  readonly x: number;
  readonly y: number;
  /** Button byte of this report and of the previous one, SGR and older forms unified. */
  readonly buttons: number;
  readonly last: { readonly x: number; readonly y: number; readonly buttons: number };
  readonly release: boolean;
  /** The button of an SGR report, also for a release; absent for the older form. */
  readonly sgrButtons?: number | undefined;
  /** Repeated for a double click: applications have already received the event. */
  readonly repeated?: boolean | undefined;
  /** The target of a click in the status line, or the window of the pane. */
  readonly link?: Winlink | undefined;
  readonly pane?: Pane | undefined;
  /** Cells of the shown window, now and in the previous report. */
  readonly inWindow?: BorderDrag | undefined;
  /** Cell inside the pane, if one is under the mouse. */
  readonly paneX?: number | undefined;
  readonly paneY?: number | undefined;
}

/** Receives the moves of a mouse with a held button, instead of the key tables, until the button is released. */
export interface MouseDrag {
  onMove(mouse: MousePlace): void;
  onRelease?(mouse: MousePlace): void;
}

/** Cells of a window. */
export interface BorderDrag {
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}
