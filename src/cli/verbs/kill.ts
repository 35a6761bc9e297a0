import { type Found, findPaneOrSession, SERVER_OPTION } from "../find-pane.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const kill = defineHotVerb({
  name: "kill",
  summary: "end panes or whole sessions",
  operands: "PANE|SESSION…",
  count: [1, Number.POSITIVE_INFINITY],
  completes: "target",
  options: { server: SERVER_OPTION, json: JSON_OPTION },
  notes: [
    "Its processes get SIGHUP, and SIGKILL after a grace period. Names are exact: kill web never ends web-2. When one of several is not there, nothing is ended.",
  ],
  exits: { 3: "a pane had ended already" },
  examples: [
    ["mullion kill %3", "one pane"],
    ["mullion kill web", "a session with all its panes"],
  ],
  async run({ context, options, operands, print }) {
    const found = [...new Set(operands)].map((target) => findPaneOrSession(context, target, options.server));
    const panes = new Set(found.flatMap(panesOf));
    for (const target of found) {
      // One may have gone with another: a session with its last pane.
      if (target.kind === "session" && target.mux.server.sessions.has(target.session.id)) {
        target.mux.killSession(target.session);
      } else if (target.kind === "pane" && target.mux.server.panes.has(target.pane.id)) {
        target.mux.killPane(target.pane);
      }
    }
    await context.commit();
    if (options.json) print(JSON.stringify({ killed: [...panes] }));
  },
});

/** Ids of what goes with a target. */
function panesOf(target: Found): readonly string[] {
  if (target.kind === "pane") return [target.pane.id];
  return target.session.links.flatMap(({ window }) => window.panes.map(({ id }) => id));
}
