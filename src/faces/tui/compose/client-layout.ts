import type { FaceLayout } from "../../../core/face/face.ts";
import type { Size } from "../../../core/ports.ts";
import type { Session, Window } from "../../../core/tree/tree.ts";

/** How a client's terminal is divided between status lines and its window, and which part of the window it shows. */
export interface ClientLayout extends FaceLayout, Size {
  /** Number of lines available to the window. */
  readonly windowRows: number;
  /** Whether the window is larger than the visible part. */
  readonly cut: boolean;
}

/** Position to which the user moved the view of a larger window. */
export interface Pan {
  readonly window: Window;
  readonly x: number;
  readonly y: number;
}

export interface LayoutRequest {
  readonly size: Size;
  readonly session: Session;
  /** Cursor in the window's cells; undefined while it is hidden. */
  readonly cursor: { readonly x: number; readonly y: number } | undefined;
  readonly pan: Pan | undefined;
}

export function clientLayout({ size, session, cursor, pan }: LayoutRequest): ClientLayout {
  const { cols, rows } = size;
  const { window } = session.current;
  const wanted = session.options.number("status");
  const statusLines = rows > wanted ? wanted : 0;
  const statusAtTop = session.options.get("status-position") === "top";
  const windowRows = rows - statusLines;
  const cut = cols < window.cols || windowRows < window.rows;
  const common = {
    cols,
    rows,
    statusLines,
    statusAtTop,
    windowTop: statusAtTop ? statusLines : 0,
    windowRows,
    cut,
  };
  if (!cut) return { ...common, view: { x: 0, y: 0, cols: window.cols, rows: window.rows } };
  const panned = pan?.window === window ? pan : undefined;
  const x = offsetAlong({ shown: cols, whole: window.cols, at: cursor?.x, panned: panned?.x });
  const y = offsetAlong({ shown: windowRows, whole: window.rows, at: cursor?.y, panned: panned?.y });
  return { ...common, view: { x, y, cols, rows: windowRows } };
}

interface Stretch {
  readonly shown: number;
  readonly whole: number;
  readonly at: number | undefined;
  readonly panned: number | undefined;
}

/**
 * Unless the user moved the view, the view keeps the cursor visible: at the near end while that is possible, else in
 * the middle.
 */
function offsetAlong({ shown, whole, at, panned }: Stretch): number {
  const last = Math.max(0, whole - shown);
  if (panned !== undefined) return Math.max(0, Math.min(panned, last));
  if (at === undefined || at < shown) return 0;
  return at > last ? last : at - Math.floor(shown / 2);
}
