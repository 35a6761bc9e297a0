import type { PaneId } from "../ids.ts";
import type { Cell } from "../layout/cell.ts";
import type { Area } from "../layout/status-line.ts";
import type { PaneMode } from "../modes/pane-mode.ts";
import type { Options } from "../options/options.ts";
import type { PaneProcess } from "../ports.ts";
import type { Screen } from "../screen/screen.ts";
import type { Pane, PaneExit, PaneSearch, PaneStart } from "./pane.ts";
import type { WindowState } from "./window-state.ts";

interface PaneSetup {
  readonly id: PaneId;
  readonly window: WindowState;
  readonly options: Options;
  readonly title: string;
  /** history-limit of the session when the pane was created; it applies for the pane's whole life. */
  readonly historyLimit: number;
}

/** The writable state of a pane, changed only by operations. */
export class PaneState implements Pane {
  readonly id: PaneId;
  readonly options: Options;
  readonly historyLimit: number;
  readonly metadata = new Map<string, string>();
  readonly modes: PaneMode[] = [];
  readonly search: PaneSearch = { text: undefined, regex: false };
  window: WindowState;
  title: string;
  start: PaneStart = { command: [], direct: false, file: "", argv: [], shell: "", cwd: "" };
  process: PaneProcess | undefined;
  exit: PaneExit | undefined;
  empty = false;
  inputOff = false;
  focused = false;
  activePoint = 0;
  cols: number;
  rows: number;
  left = 0;
  top = 0;
  /** Set by the layout before the pane becomes visible to callers. */
  cell!: Cell;
  #screen: Screen | undefined;
  #loadScreen: () => Screen;

  constructor({ id, window, options, title, historyLimit }: PaneSetup) {
    this.id = id;
    this.window = window;
    this.options = options;
    this.title = title;
    this.historyLimit = historyLimit;
    this.cols = window.cols;
    this.rows = window.rows;
    this.#loadScreen = () => this.#newScreen();
  }

  get screen(): Screen {
    this.#screen ??= this.#loadScreen();
    const { cols, rows } = this.#screen;
    if (cols !== this.cols || rows !== this.rows) this.#screen.resize(this.cols, this.rows);
    return this.#screen;
  }

  /** Whether the screen is already in memory. */
  get screenLoaded(): boolean {
    return this.#screen !== undefined;
  }

  /** Discards the current screen, if any: the next access loads it. */
  set screenLoader(load: () => Screen) {
    this.#screen = undefined;
    this.#loadScreen = load;
  }

  /** Applies the area of the pane's cell, and resizes the process if the size changed. */
  moveTo({ cols, rows, left, top }: Area): boolean {
    const resized = cols !== this.cols || rows !== this.rows;
    if (!resized && left === this.left && top === this.top) return false;
    Object.assign(this, { cols, rows, left, top });
    if (resized) {
      this.#screen?.resize(cols, rows);
      this.modes[0]?.resize({ cols, rows });
      this.process?.resize({ cols, rows });
    }
    return true;
  }

  #newScreen(): Screen {
    const { cols, rows, historyLimit } = this;
    return this.window.server.ports.createScreen({ cols, rows, historyLimit, title: this.title }, this.id);
  }
}
