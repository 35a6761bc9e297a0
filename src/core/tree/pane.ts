import type { PaneId } from "../ids.ts";
import type { Cell } from "../layout/cell.ts";
import type { PaneMode } from "../modes/pane-mode.ts";
import type { Options } from "../options/options.ts";
import type { ExitState, PaneProcess } from "../ports.ts";
import type { Screen } from "../screen/screen.ts";
import type { Window } from "./window.ts";

/** What a pane was started with: kept for respawn-pane and `#{pane_start_command}`. */
export interface PaneStart {
  /** As given: empty for the default command, one element for a shell string, more for an argv. */
  readonly command: readonly string[];
  /** One element too is a program, not a shell string. */
  readonly direct: boolean;
  /** What is executed for it: the file, and its argv (a login shell's begins with "-"). */
  readonly file: string;
  readonly argv: readonly string[];
  /** default-shell at the time, which a respawn uses again. */
  readonly shell: string;
  readonly cwd: string;
}

/** The end of a process in a pane that is kept, and what the process was. */
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
  /** Created or loaded when first looked at. */
  readonly screen: Screen;
  readonly options: Options;
  /** Lines of history: the session's history-limit when the pane was made. */
  readonly historyLimit: number;
  /** Size and place inside the window, in cells. */
  readonly cols: number;
  readonly rows: number;
  readonly left: number;
  readonly top: number;
  /** Made without a process (`split-window ''`). */
  readonly empty: boolean;
  /** Raised each time it becomes active: the higher of two was used more recently. */
  readonly activePoint: number;
  /** Set while the pane is dead and kept. */
  readonly exit: PaneExit | undefined;
  /** `select-pane -d`: input from keys is not taken. */
  readonly inputOff: boolean;
  /** Free words of whoever made it (name, colour, role…), shown by faces. */
  readonly metadata: ReadonlyMap<string, string>;
  /** What it shows instead of its screen, newest first; empty: its screen. Modes are of no record. */
  readonly modes: readonly PaneMode[];
  /** What was last searched for in it, which its next copy mode begins with. */
  readonly search: PaneSearch;
}

/** Written by the modes that search. */
export interface PaneSearch {
  text: string | undefined;
  /** Searched for as a regular expression. */
  regex: boolean;
}
