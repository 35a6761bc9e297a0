import { agentName, isAgent } from "../core/agent/agent-identity.ts";
import type { PaneStanding } from "../core/agent/agent-state.ts";
import { programName } from "../core/agent/program-name.ts";
import type { ExitState, Foreground } from "../core/ports.ts";
import type { Screen } from "../core/screen/screen.ts";
import type { Pane, Winlink } from "../core/tree/tree.ts";
import type { DescribedAgent, DescribedPane, DescribedPlace } from "../protocol/pane.ts";
import { metadataOf } from "./appearance.ts";

/** The one description of a pane that every door derives its own from. */
export function describePane(pane: Pane, standing = standingOf(pane)): DescribedPane {
  const { process, exit, start, cols, rows, left, top } = pane;
  const foreground = process?.foreground();
  return {
    pane_id: pane.id,
    title: pane.title,
    metadata: metadataOf(pane),
    command: [...start.argv],
    foreground: foreground?.command ?? "",
    cwd: foreground?.cwd || start.cwd,
    pid: process?.pid ?? 0,
    tty: process?.tty ?? "",
    cols,
    rows,
    left,
    top,
    active: pane.window.active === pane,
    ...(exit && { exit_code: exitCodeOf(exit) }),
    agent: agentView(standing, foreground),
  };
}

export function describeAgent(pane: Pane): DescribedAgent {
  return agentView(standingOf(pane), pane.process?.foreground());
}

/**
 * A window that several sessions share is placed in the first of them. `links`: the places that the reader may know; without
 * any, neither session nor window has a name.
 */
export function placeOf(pane: Pane, links: readonly Winlink[] = pane.window.links): DescribedPlace {
  const { server, id, name } = pane.window;
  const [link] = links;
  return {
    name: agentName(pane, links),
    is_agent: isAgent(pane),
    server: server.socketPath.slice(server.socketPath.lastIndexOf("/") + 1),
    socket: server.socketPath,
    session: link?.session.name ?? "",
    window_id: id,
    window_index: link?.index ?? 0,
    window: link ? name : "",
  };
}

/** The last line with text on the screen; empty for a blank screen. */
export function lastLine(screen: Screen): string {
  for (let line = screen.rows - 1; line >= 0; line--) {
    const text = screen.lineText(line).trim();
    if (text !== "") return text;
  }
  return "";
}

/** The choices of the question that the pane waits with, if its screen shows some. */
export function choicesAt(
  pane: Pane,
  { state, question }: PaneStanding,
): { choices?: { text: string; label: string }[] } {
  const shown = state === "waiting" ? pane.window.server.agents.choicesOf(pane, question) : [];
  return shown.length > 0 ? { choices: shown.map(({ text, label }) => ({ text, label })) } : {};
}

/** The exit status, or 128 + n if signal n ended the process. */
export function exitCodeOf({ status, signal }: Pick<ExitState, "status" | "signal">): number {
  return signal === undefined ? (status ?? 0) : 128 + signal;
}

function standingOf(pane: Pane): PaneStanding {
  return pane.window.server.agents.of(pane);
}

function agentView(standing: PaneStanding, foreground: Foreground | undefined): DescribedAgent {
  const argv = foreground?.argv ?? (foreground ? [foreground.command] : []);
  return { ...standing, program: programName(argv) };
}
