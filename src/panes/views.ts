import { formatLayout } from "../core/layout/layout-string.ts";
import type { Colour, Run, Screen, Style } from "../core/screen/screen.ts";
import { formatColour } from "../core/style/colour.ts";
import type { Pane, Session, Window } from "../core/tree/tree.ts";
import type { Params, Result } from "../protocol/methods.ts";
import type { Context } from "./context.ts";
import { describePane } from "./describe-pane.ts";
import type { NativeCall } from "./native.ts";

type ScreenView = Result<"mullion.screen">;
type LineView = ScreenView["lines"][number];
type StyleView = NonNullable<NonNullable<LineView["runs"]>[number]["style"]>;

export function screenView(
  screen: Screen,
  {
    history,
    styles,
    offset,
  }: { readonly history: number; readonly styles: boolean; readonly offset: number },
): ScreenView {
  const { cols, rows, title, cursor, modes, historySize } = screen;
  const lines: LineView[] = [];
  for (let line = -Math.min(history, historySize); line < rows; line++)
    lines.push(lineView(screen, line, styles));
  return {
    cols,
    rows,
    title,
    cursor: { ...cursor },
    modes: {
      alternate: modes.alternate,
      application_cursor: modes.applicationCursor,
      application_keypad: modes.applicationKeypad,
      bracketed_paste: modes.bracketedPaste,
      focus_events: modes.focusEvents,
      insert: modes.insert,
      mouse: modes.mouse,
      mouse_sgr: modes.mouseSgr,
      origin: modes.origin,
      wrap: modes.wrap,
    },
    history_size: historySize,
    lines,
    offset,
  };
}

function lineView(screen: Screen, line: number, styles: boolean): LineView {
  return {
    line,
    text: screen.lineText(line),
    ...(screen.wrapped(line) && { wrapped: true as const }),
    ...(styles && { runs: screen.runs(line).map(runView) }),
  };
}

function runView({ column, columns, text, style }: Run) {
  const view = styleView(style);
  return { column, columns, text, ...(Object.keys(view).length > 0 && { style: view }) };
}

const FLAGS = [
  "bold",
  "dim",
  "italic",
  "blink",
  "reverse",
  "hidden",
  "strikethrough",
  "overline",
] as const satisfies readonly (keyof Style & keyof StyleView)[];

function styleView(style: Style): StyleView {
  const view: StyleView = {};
  if (style.foreground.kind !== "default") view.fg = colourText(style.foreground);
  if (style.background.kind !== "default") view.bg = colourText(style.background);
  if (style.underline !== "none") view.underline = style.underline;
  if (style.underlineColour.kind !== "default") view.underline_colour = colourText(style.underlineColour);
  if (style.link !== "") view.link = style.link;
  for (const flag of FLAGS) if (style[flag]) view[flag] = true;
  return view;
}

function colourText(colour: Colour): string {
  return colour.kind === "palette" ? String(colour.index) : formatColour(colour);
}

type TreeView = Result<"mullion.tree">;
type SessionView = TreeView["sessions"][number];
type ContextPane = SessionView["windows"][number]["panes"][number];

/** The places of the team's contexts. A window that several sessions share is listed under the first of them. */
export function treeView(
  call: NativeCall,
  { session: only, ended }: Omit<Params<"mullion.tree">, "hosts">,
): TreeView {
  const sessions = new Map<Session, Map<Window, ContextPane[]>>();
  for (const context of ended ? call.team.shown() : call.team.live()) {
    const { pane } = context;
    if (!pane) continue;
    const { window } = pane;
    const { session } = window.links[0]!;
    if (only !== undefined && session.name !== only) continue;
    const windows = sessions.get(session) ?? new Map<Window, ContextPane[]>();
    sessions.set(session, windows);
    const panes = windows.get(window) ?? [];
    windows.set(window, panes);
    panes.push(contextPane(context, pane, call));
  }
  return { sessions: [...sessions].map(([session, windows]) => sessionView(session, windows)) };
}

function sessionView(session: Session, windows: ReadonlyMap<Window, ContextPane[]>): SessionView {
  const { id, name, created, attached, server } = session;
  return {
    session_id: id,
    name,
    created,
    attached,
    socket: server.socketPath,
    windows: [...windows].map(([window, panes]) => ({
      window_id: window.id,
      name: window.name,
      cols: window.cols,
      rows: window.rows,
      current: session.current.window === window,
      layout: formatLayout(window.layout),
      panes,
    })),
  };
}

function contextPane(context: Context, pane: Pane, { team, level }: NativeCall): ContextPane {
  const { agent, exit_code, ...view } = describePane(pane);
  return {
    ...view,
    context_id: context.id,
    self: context.id === team.selfId,
    offset: context.offset,
    ...(level >= 2 && { agent, ...(exit_code !== undefined && { exit_code }) }),
  };
}
