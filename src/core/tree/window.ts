import type { WindowId } from "../ids.ts";
import type { Cell } from "../layout/cell.ts";
import type { Options } from "../options/options.ts";
import type { Client } from "./client.ts";
import type { Pane } from "./pane.ts";
import type { Server } from "./server.ts";
import type { Winlink } from "./winlink.ts";

export interface Window {
  readonly id: WindowId;
  readonly server: Server;
  readonly name: string;
  /** Panes in index order, the order of `list-panes`; a layout preset may assign them other positions. */
  readonly panes: readonly Pane[];
  readonly active: Pane;
  /** The previously active pane, if it still exists: `last-pane`. tmux remembers one. */
  readonly lastPanes: readonly Pane[];
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
