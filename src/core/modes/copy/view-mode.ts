import type { Mux } from "../../mux.ts";
import { createScreen } from "../../screen/emulator.ts";
import type { Screen } from "../../screen/screen.ts";
import { encodeUtf8 } from "../../text/utf8.ts";
import type { Pane } from "../../tree/tree.ts";
import { CopyMode, type CopyModeSetup, type CopyPorts } from "./copy-mode.ts";

/** tmux has no limit but memory. */
const MOST_LINES = 1_000_000;

/**
 * Shows the output of a command, line by line, in a pane with viewers: `list-keys` in an attached client, the output
 * of run-shell. Further lines are appended while the mode is shown. With `escapes`, escape sequences apply and a long
 * line is cut; without it, a long line wraps and control characters are omitted.
 */
export function showLines(
  mux: Mux,
  pane: Pane,
  { lines, escapes = false, ports }: { lines: readonly string[]; escapes?: boolean; ports: CopyPorts },
): void {
  mux.enterMode(pane, "view-mode", () => new ViewMode({ mux, pane, ports }));
  const [mode] = pane.modes;
  if (mode instanceof ViewMode) mode.add(lines, escapes);
}

class ViewMode extends CopyMode {
  readonly #screen: Screen;
  #written = false;

  constructor(setup: Pick<CopyModeSetup, "mux" | "pane" | "ports">) {
    const { cols, rows } = setup.pane;
    const screen = createScreen({ cols, rows, historyLimit: MOST_LINES });
    super({ ...setup, name: "view-mode", lines: screen.snapshot() });
    this.#screen = screen;
  }

  add(lines: readonly string[], escapes: boolean): void {
    for (const line of lines) {
      const text = escapes ? this.#obeyed(line) : printable(line);
      this.#screen.write(encodeUtf8(`${this.#written ? "\r\n" : ""}${text}`));
      this.#written = true;
    }
    this.extend(this.#screen.snapshot());
  }

  /** The part of a line that fits the first line of a terminal, with its styles. */
  #obeyed(line: string): string {
    const { cols, rows } = this.#screen;
    const terminal = createScreen({ cols, rows, historyLimit: 0 });
    terminal.write(encodeUtf8(line));
    const shown = terminal.capture({ start: 0, end: 0, escapes: true, keepSpaces: true }) ?? "";
    return `${shown.replace(/\n$/, "")}\x1b[m`;
  }

  override resize(size: { readonly cols: number; readonly rows: number }): void {
    this.#screen.resize(size.cols, size.rows);
    super.resize(size);
  }
}

function printable(line: string): string {
  return line.replace(/[\x00-\x09\x0b-\x1f\x7f]/g, "").replaceAll("\n", "\r\n");
}
