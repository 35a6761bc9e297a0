import type { Pane, Winlink } from "../tree/tree.ts";
import type { AgentState } from "./agent-state.ts";
import { agentRunning } from "./known/known-agents.ts";

/**
 * Whether a pane has an agent: a program that a person or a program started for its own sake (`mullion run`,
 * `spawn_agent`), described with metadata, that reports its state, or that Mullion knows, here or elsewhere. A shell and
 * the tools in it are none. Any pane may wait for a person.
 */
export function isAgent(pane: Pane): boolean {
  const { start, metadata, process, window } = pane;
  if (start.direct || metadata.size > 0 || agentRunning(start.argv, () => [])) return true;
  const { report, carried } = window.server.agents.evidenceOf(pane) ?? {};
  if (report || carried) return true;
  const foreground = process?.foreground();
  if (!foreground) return false;
  const { argv = [foreground.command] } = foreground;
  return agentRunning(argv, () => process?.terminalUse?.(foreground)?.outer ?? []) !== undefined;
}

/**
 * The name under which a person knows the agent: the one that was given to the pane, to its window or to its session, if
 * the pane is alone there; else its title, or its place. Given names are targets of every verb. `links`: the places of its
 * window that the reader may know.
 */
export function agentName(pane: Pane, links: readonly Winlink[] = pane.window.links): string {
  const { window, title, metadata } = pane;
  const given = metadata.get("name");
  if (given) return given;
  const [link] = links;
  const isAlone = window.panes.length === 1;
  if (isAlone && window.options.get("automatic-rename") === "off") return window.name;
  if (isAlone && link?.session.links.length === 1) return link.session.name;
  if (title !== "" && title !== window.server.hostname) return title;
  return link ? `${link.session.name}:${link.index}.${window.panes.indexOf(pane)}` : pane.id;
}

/** States by how much they concern a person. */
const URGENCY: readonly AgentState[] = ["waiting", "failed", "done", "working", "idle"];

/** Sorts first what concerns a person more. */
export function compareUrgency(a: AgentState, b: AgentState): number {
  return URGENCY.indexOf(a) - URGENCY.indexOf(b);
}

/** The state of the agents among these panes that concerns a person most; undefined if none has an agent. */
export function mostUrgent(panes: Iterable<Pane>): AgentState | undefined {
  const states = [...panes].filter(isAgent).map((pane) => pane.window.server.agents.lastOf(pane).state);
  return states.sort(compareUrgency)[0];
}
