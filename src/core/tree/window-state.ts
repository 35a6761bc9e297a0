import type { WindowId } from "../ids.ts";
import { type Cell, createLeaf } from "../layout/cell.ts";
import { type StatusLine, statusLineOf } from "../layout/status-line.ts";
import type { Options } from "../options/options.ts";
import type { Size } from "../ports.ts";
import type { ClientState } from "./client-state.ts";
import type { PaneState } from "./pane-state.ts";
import type { ServerState } from "./server-state.ts";
import type { Window } from "./window.ts";
import type { WinlinkState } from "./winlink-state.ts";

interface WindowSetup {
  readonly id: WindowId;
  readonly server: ServerState;
  readonly options: Options;
  readonly size: Size;
  readonly created: number;
}

/** The writable state of a window, changed only by operations. */
export class WindowState implements Window {
  readonly id: WindowId;
  readonly server: ServerState;
  readonly options: Options;
  readonly created: number;
  name = "";
  activity: number;
  panes: PaneState[] = [];
  /** Set with the first pane. */
  active!: PaneState;
  last: PaneState | undefined;
  cols: number;
  rows: number;
  /** Size that `window-size manual` enforces. */
  manualSize: Size;
  /** A size requested by attached clients, pending until a client shows the window. */
  wantedSize: Size | undefined;
  layout: Cell;
  savedLayout: Cell | undefined;
  stacked = false;
  oldLayout: string | undefined;
  lastPreset = -1;
  latest: ClientState | undefined;
  /** Links in the order of their creation. */
  readonly links: WinlinkState[] = [];
  /** Alerts of this window that its links have not received yet. */
  readonly alerts = new Set<"bell" | "activity" | "silence">();
  cancelSilence: (() => void) | undefined;

  constructor({ id, server, options, size, created }: WindowSetup) {
    this.id = id;
    this.server = server;
    this.options = options;
    this.cols = size.cols;
    this.rows = size.rows;
    this.manualSize = size;
    this.created = created;
    this.activity = created;
    this.layout = createLeaf(size);
  }

  get lastPanes(): readonly PaneState[] {
    return this.last ? [this.last] : [];
  }

  get zoomed(): boolean {
    return this.savedLayout !== undefined;
  }

  get statusLine(): StatusLine {
    return statusLineOf(this.options.get("pane-border-status"));
  }
}
