import type { BorderDrag } from "../mux.ts";
import type { Client } from "../tree/client.ts";
import type { Pane } from "../tree/pane.ts";
import type { Winlink } from "../tree/winlink.ts";
import type { Key } from "./key.ts";

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
