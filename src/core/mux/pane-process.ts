import { MuxError } from "../errors.ts";
import type { PaneId } from "../ids.ts";
import type { RespawnOptions, StartOptions } from "../mux.ts";
import { paneIndex } from "../target/find-pane.ts";
import { encodeUtf8 } from "../text/utf8.ts";
import { paneStart, spawnRequest } from "../tree/pane-start.ts";
import { PaneState, type SessionState, type WindowState } from "../tree/state.ts";
import { leaveAllModes } from "./modes.ts";

interface AddPaneOptions {
  /** The session whose history-limit applies. */
  readonly session: SessionState;
  /** Index among the window's panes; last if absent. */
  readonly at?: number;
  /** A previous id to reuse; a new one if that is taken. */
  readonly id?: PaneId | undefined;
  /** Absent: the session's history-limit. */
  readonly historyLimit?: number | undefined;
}

/** Adds a pane without a cell and without a process. */
export function addPane(
  window: WindowState,
  { session, at = window.panes.length, id: wanted, historyLimit }: AddPaneOptions,
): PaneState {
  const { server } = window;
  const own = (): PaneState => pane;
  const pane = new PaneState({
    id: `%${server.takeNumber("pane", wanted)}`,
    window,
    options: server.newOptions({ scope: "pane", parent: window.options }, own),
    title: server.hostname,
    historyLimit: historyLimit ?? session.options.number("history-limit"),
  });
  window.panes.splice(at, 0, pane);
  server.panes.set(pane.id, pane);
  server.touch(server.next);
  server.touch(window);
  server.touch(pane);
  server.emit("pane-created", { pane: pane.id, window: window.id });
  return pane;
}

/** Starts the process in a pane that already has its area. */
export function startProcess(pane: PaneState, session: SessionState, options: StartOptions): void {
  pane.start = paneStart(session, options);
  pane.empty = options.empty ?? false;
  pane.creators = options.creators ?? [];
  for (const [name, value] of options.metadata ?? []) pane.metadata.set(name, value);
  launch(pane, session, options);
}

/** Runs a pane's program again, or another one, on a cleared screen. */
export function respawn(pane: PaneState, session: SessionState, options: RespawnOptions): void {
  if (pane.process && !options.kill) throw stillRunning(pane, session);
  pane.process?.close();
  pane.start = paneStart(session, options, pane.start);
  pane.empty = options.empty ?? false;
  pane.exit = undefined;
  pane.directory = undefined;
  leaveAllModes(pane);
  if (options.keepScreen) scrollAway(pane);
  pane.screen.reinitialize();
  launch(pane, session, options);
  pane.window.server.emit("pane-respawned", { pane: pane.id });
}

/** Leaves the alternate screen, margins and origin mode, and scrolls until the last line is in the history. */
function scrollAway({ screen, rows }: PaneState): void {
  screen.write(encodeUtf8(`\x1b[?1049l\x1b[?6l\x1b[r\x1b[m\x1b[${rows};1H${"\n".repeat(rows)}`));
}

function launch(pane: PaneState, session: SessionState, options: StartOptions): void {
  const { server } = session;
  pane.process = pane.empty ? undefined : server.ports.spawner.spawn(spawnRequest(pane, session, options));
  server.touch(pane);
  server.agents.started(pane);
}

function stillRunning(pane: PaneState, session: SessionState): MuxError {
  const link = session.links.find((held) => held.window === pane.window);
  const place = `${session.name}:${link?.index ?? 0}.${paneIndex(pane)}`;
  return new MuxError("still-running", `respawn pane failed: pane ${place} still active`);
}
