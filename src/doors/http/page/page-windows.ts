import { formatLayout } from "../../../core/layout/layout-string.ts";
import type { Winlink } from "../../../core/tree/tree.ts";
import type { NativeServer } from "../../../panes/host.ts";
import type { PageWindow } from "../../../protocol/page.ts";
import type { Admission } from "../admission.ts";
import { terminalId } from "../terminals/terminals.ts";

/** Every window of every session that the page may know of. */
export function pageWindows(servers: readonly NativeServer[], admission: Admission): PageWindow[] {
  return servers.flatMap((server) =>
    server.mux.server
      .sessionsByName()
      .filter((session) => admission.showsSession(server.key, session))
      .flatMap(({ links }) => links.map((link) => pageWindow(server, link))),
  );
}

function pageWindow(server: NativeServer, link: Winlink): PageWindow {
  const { session, window, index } = link;
  const { id, name, cols, rows, zoomed, layout, savedLayout, panes } = window;
  return {
    socket: server.mux.server.socketPath,
    session: session.name,
    session_id: session.id,
    window_id: id,
    index,
    name,
    cols,
    rows,
    current: session.current === link,
    zoomed,
    layout: formatLayout(savedLayout ?? layout),
    panes: panes.map((pane) => terminalId(server, pane)),
    attached: session.attached,
  };
}
