import type { PaneId } from "../ids.ts";
import type { Cell } from "../layout/cell.ts";
import type { PaneMode } from "../modes/pane-mode.ts";
import type { Options } from "../options/options.ts";
import type { ExitState, PaneProcess } from "../ports.ts";
import type { Screen } from "../screen/screen.ts";
import type { Window } from "./window.ts";

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
  /** `select-pane -d`: the pane ignores keys. */
  readonly inputOff: boolean;
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
