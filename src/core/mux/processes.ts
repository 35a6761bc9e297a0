import type { PaneOperations, ProcessOperations } from "../mux.ts";
import type { ExitState, PaneProcess } from "../ports.ts";
import { encodeUtf8 } from "../text/utf8.ts";
import type { PaneState, ServerState } from "../tree/state.ts";
import { queueActivity, queueAlert } from "./alerts.ts";
import { reportFocus } from "./focus.ts";
import { tellLayoutChanged } from "./geometry.ts";
import { respawn } from "./pane-process.ts";
import { killPane } from "./panes.ts";
import { sessionOf, stateOf } from "./state-of.ts";

/** What the key Enter types. */
const ENTER = 0x0d;

type Operations = ProcessOperations & Pick<PaneOperations, "respawnPane">;

/** Operations on the processes of panes: output, exit, respawn. */
export function processOperations(server: ServerState): Operations {
  return {
    respawnPane(target, options = {}) {
      const pane = stateOf.pane(target);
      respawn(pane, sessionOf(pane.window, options.session), options);
    },

    paneExited(target, exit, process) {
      const pane = stateOf.pane(target);
      if (process && pane.process !== process) return;
      const ended = pane.process;
      pane.process = undefined;
      endPane(pane, exit, ended);
    },

    attachProcess(target, process) {
      const pane = stateOf.pane(target);
      pane.process = process;
      server.agents.attached(pane);
      if (!pane.empty) return;
      pane.empty = false;
      server.touch(pane);
    },

    paneOutput(target) {
      const pane = stateOf.pane(target);
      queueActivity(pane.window);
      server.agents.printed(pane);
      server.emit("pane-output", { pane: pane.id });
    },

    paneRang(target) {
      const pane = stateOf.pane(target);
      queueAlert(pane.window, "bell");
      server.agents.rang(pane);
      server.emit("pane-bell", { pane: pane.id, window: pane.window.id });
    },

    paneTyped(target, bytes) {
      const isEnter = bytes?.includes(ENTER) ?? false;
      server.agents.typed(target, isEnter);
      if (isEnter) server.emit("pane-entered", { pane: target.id });
    },

    paneSeen(target) {
      server.agents.seen(target);
    },

    panePrompted(target, mark) {
      server.agents.prompted(target, mark);
      server.emit("pane-prompted", { pane: target.id, ...mark });
    },

    paneMoved(target, directory) {
      const pane = stateOf.pane(target);
      if (pane.directory === directory) return;
      pane.directory = directory;
      server.touch(pane);
    },

    paneWantsFocus(target) {
      if (server.options.flag("focus-events")) reportFocus(stateOf.pane(target));
    },

    paneReported(target, report) {
      server.agents.reported(target, report);
    },

    paneProgressed(target, progress) {
      server.agents.progressed(target, progress);
    },

    paneNotified(target, text) {
      server.agents.notified(target, text);
      server.emit("pane-notified", { pane: target.id, text });
    },
  };
}

/** remain-on-exit keeps a pane with its screen; with `failed` only after a failure. A stop of the machine always does. */
function endPane(pane: PaneState, exit: ExitState, process: PaneProcess | undefined): void {
  const { window } = pane;
  const { server } = window;
  const rule = pane.options.get("remain-on-exit");
  const kept = exit.stopped || rule === "on" || (rule === "failed" && exit.status !== 0);
  server.emit("pane-exited", { pane: pane.id, window: window.id, exit, kept });
  if (!kept) {
    // As in tmux, this includes a window that closes with its last pane.
    if (window.panes.length === 1) tellLayoutChanged(window);
    killPane(pane);
    return;
  }
  pane.exit = { ...exit, time: server.now, ...(process && { pid: process.pid, tty: process.tty }) };
  server.touch(pane);
  server.agents.reconsider(pane);
  printDeath(pane);
}

/** Writes on the last line, below all output, whatever state the program left the terminal in. */
function printDeath(pane: PaneState): void {
  const message = pane.window.server.ports.deathMessage?.(pane);
  if (!message) return;
  pane.screen.write(
    encodeUtf8(`\x1b[?6l\x1b[4l\x1b[r\x1b(B\x0f\x1b[m\x1b[${pane.rows};1H\n${message}\r\x1b[m\x1b[?25l`),
  );
}
