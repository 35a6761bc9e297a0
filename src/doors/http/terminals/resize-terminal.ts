import type { Terminal } from "./terminals.ts";

/** A pane that is alone in its window gets the requested size; others get what their window has room for. */
export function resizeTerminal(
  { server, pane }: Terminal,
  { cols, rows }: { readonly cols: number; readonly rows: number },
): void {
  const { mux } = server;
  if (pane.window.panes.length === 1) mux.resizeWindow(pane.window, { cols, rows });
  else mux.resizePane(pane, { cols, rows });
}
