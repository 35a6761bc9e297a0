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
  /** In index order: the order of `list-panes`, which a layout preset may reassign to places. */
  readonly panes: readonly Pane[];
  readonly active: Pane;
  /** The previously active pane, if it is still here: `last-pane`. tmux remembers one. */
  readonly lastPanes: readonly Pane[];
  readonly cols: number;
  readonly rows: number;
  /** The geometry: a tree of cells whose leaves are the panes. While zoomed, `savedLayout` holds the real one. */
  readonly layout: Cell;
  readonly savedLayout: Cell | undefined;
  /** Layout string before the last select-layout, for `select-layout -o`. */
  readonly oldLayout: string | undefined;
  /** Index of the last preset, for next-layout and previous-layout; -1 where none was used. */
  readonly lastPreset: number;
  readonly zoomed: boolean;
  /** Zoomed in the stack view: the other panes have a line each. */
  readonly stacked: boolean;
  readonly options: Options;
  readonly created: number;
  readonly activity: number;
  readonly links: readonly Winlink[];
  /** The client that used it last, for `window-size latest`. */
  readonly latest: Client | undefined;
}
