import { showMetadata } from "../../panes/appearance.ts";
import { UsageError } from "../exit-status.ts";
import { type Found, findTarget, SERVER_OPTION } from "../find-pane.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const rename = defineHotVerb({
  name: "rename",
  summary: "give a session, a window or a pane another name",
  operands: "SESSION|WINDOW|PANE NAME",
  count: [2, 2],
  completes: "target",
  host: { targets: "first" },
  options: { server: SERVER_OPTION, json: JSON_OPTION },
  notes: [
    "A pane's name is its title and stands on its border; a program in it may set another title, and the border goes on showing the name. Other verbs find what has a name by it; a session comes first. In a session's name . and : become _, as in tmux, and a target may have either.",
  ],
  exits: { 3: "the pane has ended" },
  examples: [
    ["mullion rename web api", "the session web"],
    ["mullion rename @2 tests", "a window"],
    ["mullion rename %3 reviewer", "a pane"],
  ],
  run({ context, options, operands, print }) {
    const [target = "", name = ""] = operands;
    if (name.trim() === "") throw new UsageError("a name has at least one character");
    const renamed = give(findTarget(context, target, options.server), name);
    if (options.json) print(JSON.stringify(renamed));
  },
});

function give(found: Found, name: string) {
  const { kind, mux } = found;
  if (found.kind === "session") {
    const { session } = found;
    if (session.name !== name) mux.renameSession(session, name);
    return { kind, id: session.id, name: session.name };
  }
  if (found.kind === "window") {
    mux.renameWindow(found.window, name);
    return { kind, id: found.window.id, name: found.window.name };
  }
  const { pane } = found;
  mux.setPaneMetadata(pane, [["name", name]]);
  showMetadata(mux, pane);
  return { kind, id: pane.id, name: pane.title };
}
