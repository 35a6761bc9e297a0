import type { WindowId } from "../ids.ts";
import type { Cell } from "../layout/cell.ts";
import type { OptionStore } from "../options/option-store.ts";
import type { Pane } from "./pane.ts";
import type { Server } from "./server.ts";
import type { Winlink } from "./winlink.ts";

export interface Window {
  readonly id: WindowId;
  readonly server: Server;
  name: string;
  /** In index order: the order of `list-panes`, which a layout preset may reassign to places. */
  readonly panes: readonly Pane[];
  active: Pane;
  /** Previously active panes, most recent first: `last-pane`. */
  readonly lastPanes: readonly Pane[];
  cols: number;
  rows: number;
  /** The geometry: a tree of cells whose leaves are the panes. While zoomed, `savedLayout` holds the real one. */
  readonly layout: Cell;
  readonly savedLayout: Cell | undefined;
  /** Layout string before the last select-layout, for `select-layout -o`. */
  oldLayout: string | undefined;
  /** Index of the last preset, for next-layout and previous-layout; -1 where none was used. */
  lastPreset: number;
  readonly zoomed: boolean;
  readonly options: OptionStore;
  readonly created: number;
  activity: number;
  readonly links: readonly Winlink[];
}
