import { type Found, findTarget, SERVER_OPTION } from "../find-pane.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const kill = defineHotVerb({
  name: "kill",
  summary: "end panes, windows or whole sessions",
  operands: "PANE|WINDOW|SESSION…",
  count: [1, Number.POSITIVE_INFINITY],
  completes: "target",
  host: { targets: "all", names: () => undefined },
  options: { server: SERVER_OPTION, json: JSON_OPTION },
  notes: [
    "Its processes get SIGHUP, and SIGKILL after a grace period. Names are exact: kill web never ends web-2. When one of several is not there, nothing is ended.",
  ],
  exits: { 3: "a pane had ended already" },
  examples: [
    ["mullion kill %3", "one pane"],
    ["mullion kill web", "a session with all its panes"],
  ],
  run({ context, options, operands, print }) {
    const found = [...new Set(operands)].map((target) => findTarget(context, target, options.server));
    const panes = new Set(found.flatMap(panesOf));
    for (const target of found) {
      end(target);
    }
    if (options.json) print(JSON.stringify({ killed: [...panes] }));
  },
});

/** A target may already have ended with another one: a session with its last pane. */
function end(target: Found): void {
  const { mux } = target;
  const { sessions, windows, panes } = mux.server;
  if (target.kind === "session" && sessions.has(target.session.id)) mux.killSession(target.session);
  if (target.kind === "window" && windows.has(target.window.id)) mux.killWindow(target.window);
  if (target.kind === "pane" && panes.has(target.pane.id)) mux.killPane(target.pane);
}

/** Ids of the panes that end with a target. */
function panesOf(target: Found): readonly string[] {
  if (target.kind === "pane") return [target.pane.id];
  if (target.kind === "window") return target.window.panes.map(({ id }) => id);
  return target.session.links.flatMap(({ window }) => window.panes.map(({ id }) => id));
}
