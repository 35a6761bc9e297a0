import type { Server } from "../tree/tree.ts";
import type { AgentStates } from "./agent-states.ts";

/** Notes which panes a person has in view, whenever a client shows another window or gets the focus. */
export function watchViews({ events, clients }: Server, agents: AgentStates): void {
  const note = () => {
    for (const { focused, session } of clients)
      for (const pane of (focused && session?.current.window.panes) || []) agents.seen(pane);
  };
  events.on("session-window-changed", note);
  events.on("client-attached", note);
  events.on("client-session-changed", note);
  events.on("client-focus-in", note);
}
