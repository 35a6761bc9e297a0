import { formatLayout } from "../../../src/core/layout/layout-string.ts";
import type { Server, Session } from "../../../src/core/tree/tree.ts";
import type { ControlTmux } from "./control-tmux.ts";

/** Everything about a tree that the two sides must agree on, one line for each session, window and pane. */
export function ourPortrait(server: Server): string[] {
  const sessions = server.sessionsByName();
  return [
    ...sessions.map((session) => `${session.name} ${session.id} ${session.group ?? ""} ${stack(session)}`),
    ...sessions.flatMap((session) => session.links.map((link) => windowLine(server, link))),
    ...sessions.flatMap((session) => session.links.flatMap(paneLines)),
  ];
}

export async function tmuxPortrait(tmux: ControlTmux): Promise<string[]> {
  const [sessions, windows, panes] = await Promise.all([
    tmux.lines("list-sessions", "-F", "#{session_name} #{session_id} #{session_group} #{session_stack}"),
    tmux.lines(
      "list-windows",
      "-a",
      "-F",
      "#{session_name}:#{window_index} #{window_id} #{window_name} #{window_flags} #{window_width}x#{window_height} #{window_layout} #{window_visible_layout}",
    ),
    tmux.lines(
      "list-panes",
      "-a",
      "-F",
      "#{session_name}:#{window_index}.#{pane_index} #{pane_id} #{pane_active}#{pane_last}#{pane_input_off} #{pane_width}x#{pane_height} #{pane_left},#{pane_top}",
    ),
  ]);
  return [...sessions, ...windows, ...panes];
}

type Link = Session["current"];

function stack(session: Session): string {
  return [session.current, ...session.lastLinks].map(({ index }) => index).join(",");
}

function windowLine(server: Server, link: Link): string {
  const { session, window, index } = link;
  const flags = [
    link.activity && "#",
    link.bell && "!",
    link.silence && "~",
    session.current === link && "*",
    session.lastLinks[0] === link && "-",
    server.markedLink === link &&
      server.markedWindow === window &&
      window.panes.includes(server.marked!) &&
      "M",
    window.zoomed && "Z",
  ];
  const layout = formatLayout(window.savedLayout ?? window.layout);
  const shown = formatLayout(window.layout);
  const shape = `${window.cols}x${window.rows} ${layout} ${shown}`;
  return `${session.name}:${index} ${window.id} ${window.name} ${flags.filter(Boolean).join("")} ${shape}`;
}

function paneLines({ session, window, index }: Link): string[] {
  return window.panes.map((pane, at) => {
    const flags = [pane === window.active, pane === window.last, pane.inputOff].map(Number).join("");
    const place = `${pane.cols}x${pane.rows} ${pane.left},${pane.top}`;
    return `${session.name}:${index}.${at} ${pane.id} ${flags} ${place}`;
  });
}
