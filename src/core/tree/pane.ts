import type { PaneId } from "../ids.ts";
import type { Cell } from "../layout/cell.ts";
import type { OptionStore } from "../options/option-store.ts";
import type { ExitState, PaneProcess } from "../ports.ts";
import type { Screen } from "../screen/screen.ts";
import type { Window } from "./window.ts";

/** What a pane was started with: kept for respawn-pane and `#{pane_start_command}`. */
export interface PaneStart {
  /** As given: empty for the default command, one element for a shell string, more for an argv. */
  readonly command: readonly string[];
  /** What is executed for it. */
  readonly argv: readonly string[];
  readonly cwd: string;
}

export interface Pane {
  readonly id: PaneId;
  readonly window: Window;
  readonly cell: Cell;
  title: string;
  readonly start: PaneStart;
  /** Undefined once the pane is dead and kept (remain-on-exit). */
  readonly process: PaneProcess | undefined;
  readonly screen: Screen;
  readonly options: OptionStore;
  /** Size and place inside the window, in cells. */
  readonly cols: number;
  readonly rows: number;
  readonly left: number;
  readonly top: number;
  /** Set while the pane is dead and kept. */
  readonly exit: (ExitState & { readonly time: number }) | undefined;
  /** `select-pane -d`: input from keys is not taken. */
  inputOff: boolean;
  /** Free words of whoever made it (name, colour, role…), shown by faces. */
  readonly metadata: ReadonlyMap<string, string>;
}
