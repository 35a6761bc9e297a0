import type { BorderDrag } from "../mux.ts";
import type { Client } from "../tree/client.ts";
import type { Pane } from "../tree/pane.ts";
import type { Winlink } from "../tree/winlink.ts";
import type { Key } from "./key.ts";

/** One key as a terminal sent it, and for a mouse key where it happened. */
export interface KeyPress {
  readonly key: Key;
  /** Whose key it was. Absent for `send-keys -K` and tests. */
  readonly client?: Client | undefined;
  readonly mouse?: MousePlace | undefined;
}

/** Where the mouse is, and what stands there. */
export interface MousePlace {
  /** Cell of the client's terminal, from 0. */
  readonly x: number;
  readonly y: number;
  /** The button byte of the report, as the terminal sent it (SGR or the older form, made alike), and of the one before. */
  readonly buttons: number;
  readonly last: { readonly x: number; readonly y: number; readonly buttons: number };
  readonly release: boolean;
  /** The button that an SGR report named, also for a release; absent for the older form. */
  readonly sgrButtons?: number | undefined;
  /** Told again for a double click: applications had it already. */
  readonly repeated?: boolean | undefined;
  /** What a click in the status line is about, or the window of the pane. */
  readonly link?: Winlink | undefined;
  readonly pane?: Pane | undefined;
  /** Cells of the window that is shown, now and in the report before. */
  readonly inWindow?: BorderDrag | undefined;
  /** Cell inside the pane, where there is one under the mouse. */
  readonly paneX?: number | undefined;
  readonly paneY?: number | undefined;
}
