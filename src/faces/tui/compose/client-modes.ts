import type { Cursor, Modes, MouseMode } from "../../../core/screen/screen.ts";
import { colourToRgb } from "../../../core/style/colour.ts";
import type { Pane, Server, Session } from "../../../core/tree/tree.ts";
import type { TerminalModes } from "../draw/terminal-modes.ts";
import type { OwnPicture } from "../own-picture.ts";

export interface ModesRequest {
  readonly server: Server;
  readonly session: Session;
  readonly active: Pane;
  readonly own: OwnPicture;
  /** Whether the pane's cursor lies in the visible part. */
  readonly cursorInSight: boolean;
  readonly title: string | undefined;
}

/**
 * The modes of the client's terminal: those that the active pane's application requested, and those that options set.
 */
export function clientModes(request: ModesRequest): TerminalModes {
  const { server, active, own, cursorInSight, title } = request;
  const inMode = active.modes.length > 0;
  const modes = own.overlay ? own.overlay.modes : inMode ? undefined : active.screen.modes;
  const cursor = own.overlay ? own.overlay.cursor : cursorOf(active);
  const shown = own.line === undefined && cursor !== undefined && cursor.visible;
  return {
    mouse: mouseMode(request, modes),
    bracketedPaste: (modes?.bracketedPaste ?? false) && own.line?.kind !== "prompt",
    focus: server.options.flag("focus-events"),
    extendedKeys: server.options.flag("extended-keys"),
    cursorVisible: shown && (own.overlay !== undefined || cursorInSight),
    ...cursorStyle(active, cursor),
    cursorColour: colourToRgb(active.options.colour("cursor-colour")),
    title,
  };
}

export function cursorOf(pane: Pane): Cursor {
  return pane.modes[0]?.cursor ?? pane.screen.cursor;
}

/** With the option `mouse`, the terminal always reports drags, whatever lies below the mouse. */
function mouseMode({ session, own }: ModesRequest, modes: Partial<Modes> | undefined): MouseMode {
  if (!session.options.flag("mouse")) return modes?.mouse ?? "none";
  if (own.overlay) return modes?.mouse === "all" ? "all" : "button";
  const { panes } = session.current.window;
  const wantsAll = panes.some((pane) => pane.modes.length === 0 && pane.screen.modes.mouse === "all");
  return wantsAll ? "all" : "button";
}

/** The cursor style that the application chose, else the option cursor-style. */
function cursorStyle(
  pane: Pane,
  cursor: Cursor | undefined,
): Pick<TerminalModes, "cursorShape" | "cursorBlinking"> {
  if (cursor && cursor.shape !== "default")
    return { cursorShape: cursor.shape, cursorBlinking: cursor.blinking };
  const option = pane.options.get("cursor-style") ?? "default";
  const blinking = option.startsWith("blinking-");
  const shape = blinking ? option.slice("blinking-".length) : option;
  const cursorShape = shape === "block" || shape === "underline" || shape === "bar" ? shape : "default";
  return { cursorShape, cursorBlinking: blinking || (cursor?.blinking ?? false) };
}
