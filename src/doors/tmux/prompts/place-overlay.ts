import type { OverlayFace } from "../../../core/face/face.ts";
import type { Size } from "../../../core/ports.ts";
import type { CommandRun } from "../define-command.ts";
import { type AnyRun, expand } from "../formats/expand.ts";
import { overlaySize } from "./answer-prompt.ts";

/** -x and -y of display-menu and display-popup: letters that stand for variables, or formats. */
const HORIZONTAL = new Map([
  ["C", "#{popup_centre_x}"],
  ["R", "#{popup_pane_right}"],
  ["P", "#{popup_pane_left}"],
  ["M", "#{popup_mouse_centre_x}"],
  ["W", "#{popup_window_status_line_x}"],
]);
const VERTICAL = new Map([
  ["C", "#{popup_centre_y}"],
  ["P", "#{popup_pane_bottom}"],
  ["M", "#{popup_mouse_top}"],
  ["S", "#{popup_status_line_y}"],
  ["W", "#{popup_window_status_line_y}"],
]);

type PlacingRun = AnyRun & Pick<CommandRun<string, "pane">, "target" | "client">;

interface PlaceRequest {
  readonly face: OverlayFace;
  readonly size: Size;
  readonly x: string | undefined;
  readonly y: string | undefined;
}

/** Top left corner of an overlay; undefined if it does not fit. -y gives the line below the overlay. */
export function placeOverlay(
  run: PlacingRun,
  request: PlaceRequest,
): { readonly x: number; readonly y: number } | undefined {
  const { face, size, x = "C", y = "C" } = request;
  const terminal = overlaySize(face);
  if (size.cols > terminal.cols || size.rows > terminal.rows) return undefined;
  const variables = new Map(placeVariables(run, { face, size, terminal }).map(([k, v]) => [k, String(v)]));
  const { session, link, pane } = run.target;
  const number = (text: string) =>
    Number.parseInt(expand(run, text, { client: run.client, session, link, pane, variables }), 10) || 0;
  const left = number(HORIZONTAL.get(x) ?? x);
  const bottom = number(VERTICAL.get(y) ?? y);
  return {
    x: Math.max(0, Math.min(left, terminal.cols - size.cols)),
    y: Math.max(0, Math.min(bottom - size.rows, terminal.rows - size.rows)),
  };
}

type Room = Pick<PlaceRequest, "face" | "size"> & { readonly terminal: Size };

type Variable = readonly [name: string, value: number];

function placeVariables(run: PlacingRun, room: Room): readonly Variable[] {
  const { size, terminal } = room;
  const centreY = half(terminal.rows - 1) + half(size.rows);
  return [
    ["popup_width", size.cols],
    ["popup_height", size.rows],
    ["popup_centre_x", Math.max(0, half(terminal.cols - 1) - half(size.cols))],
    ["popup_centre_y", centreY >= terminal.rows ? terminal.rows - size.rows : centreY],
    ...statusVariables(run, room),
    ...mouseVariables(run, room),
    ...paneVariables(run, room),
  ];
}

function statusVariables({ target }: PlacingRun, { face, size, terminal }: Room): readonly Variable[] {
  const { layout } = face.shown;
  if (!layout || layout.statusLines === 0) return [];
  const { statusLines, statusAtTop } = layout;
  const named = face.shown.windowInStatus(target.link.index);
  const below = terminal.rows - statusLines;
  const line: Variable = ["popup_status_line_y", statusAtTop ? statusLines + size.rows : below];
  if (!named) return [line];
  return [
    line,
    ["popup_window_status_line_x", named.x],
    ["popup_window_status_line_y", statusAtTop ? named.line + 1 + size.rows : below + named.line],
  ];
}

function mouseVariables({ state }: PlacingRun, { size, terminal }: Room): readonly Variable[] {
  const mouse = state.press?.mouse;
  if (!mouse) return [];
  const centreY = mouse.y - half(size.rows);
  return [
    ["popup_mouse_x", mouse.x],
    ["popup_mouse_y", mouse.y],
    ["popup_mouse_centre_x", Math.max(0, mouse.x - half(size.cols))],
    ["popup_mouse_centre_y", Math.min(centreY, terminal.rows - size.rows)],
    ["popup_mouse_top", Math.min(mouse.y + size.rows, terminal.rows - 1)],
    ["popup_mouse_bottom", Math.max(0, mouse.y - size.rows)],
  ];
}

function paneVariables(
  { target: { pane } }: PlacingRun,
  { face, size, terminal }: Room,
): readonly Variable[] {
  const { view = { x: 0, y: 0 }, windowTop = 0 } = face.shown.layout ?? {};
  const top = windowTop + pane.top - view.y;
  const belowTop = top + size.rows;
  return [
    ["popup_pane_top", belowTop >= terminal.rows ? terminal.rows - size.rows : belowTop],
    ["popup_pane_bottom", top + pane.rows],
    ["popup_pane_left", pane.left - view.x],
    ["popup_pane_right", Math.max(0, pane.left + pane.cols - view.x - size.cols)],
  ];
}

const half = (length: number): number => Math.floor(length / 2);
