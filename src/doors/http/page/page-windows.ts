import { formatLayout } from "../../../core/layout/layout-string.ts";
import type { Winlink } from "../../../core/tree/tree.ts";
import type { NativeServer } from "../../../panes/host.ts";
import type { PageWindow } from "../../../protocol/page.ts";
import type { Admission } from "../admission.ts";
import { terminalId } from "../terminals/terminals.ts";

/**
 * Every window of every session, as a page lists them. A session of which the page may not see every pane is left out:
 * its layouts and names would tell of the others.
 */
export function pageWindows(servers: readonly NativeServer[], admission: Admission): PageWindow[] {
  const { covers } = admission;
  return servers.flatMap((server) =>
    server.mux.server
      .sessionsByName()
      .filter(({ id }) => admission.showsSession(server.key, id))
      .filter(({ links }) => links.every((link) => isCovered(server, link, covers)))
      .flatMap(({ links }) => links.map((link) => pageWindow(server, link))),
  );
}

function isCovered(server: NativeServer, { window }: Winlink, covers: Admission["covers"]): boolean {
  return window.panes.every((pane) => covers({ id: terminalId(server, pane), server, pane }));
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
