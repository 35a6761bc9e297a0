import { MuxError } from "../../core/errors.ts";
import type { Mux } from "../../core/mux.ts";
import type { Window } from "../../core/tree/window.ts";
import { showMetadata } from "../../native/appearance.ts";
import type { CliContext } from "../context.ts";
import { findPaneOrSession, SERVER_OPTION } from "../find-pane.ts";
import { chooseServer, OWN_SERVER } from "../own-server.ts";
import { UsageError } from "../usage-error.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

interface Renamed {
  readonly kind: "pane" | "window" | "session";
  readonly id: string;
  readonly name: string;
}

export const rename = defineHotVerb({
  name: "rename",
  summary: "give a session, a window or a pane another name",
  operands: "SESSION|@WINDOW|PANE NAME",
  count: [2, 2],
  completes: "target",
  options: { server: SERVER_OPTION, json: JSON_OPTION },
  notes: [
    "A pane's name is its title and stands on its border; a program in it may set another title, and the border goes on showing the name. A session's name is how other verbs find it: . and : become _, as in tmux.",
  ],
  exits: { 3: "the pane has ended" },
  examples: [
    ["mullion rename web api", "the session web"],
    ["mullion rename @2 tests", "a window"],
    ["mullion rename %3 reviewer", "a pane"],
  ],
  async run({ context, options, operands, print }) {
    const [target = "", name = ""] = operands;
    if (name.trim() === "") throw new UsageError("a name has at least one character");
    const renamed = target.startsWith("@")
      ? renameWindow(context, { target, name, server: options.server })
      : renamePaneOrSession(context, { target, name, server: options.server });
    await context.commit();
    if (options.json) print(JSON.stringify(renamed));
  },
});

interface Request {
  readonly target: string;
  readonly name: string;
  readonly server: string | undefined;
}

function renamePaneOrSession(context: CliContext, { target, name, server }: Request): Renamed {
  const found = findPaneOrSession(context, target, server);
  if (found.kind === "session") {
    const { session } = found;
    if (session.name !== name) found.mux.renameSession(session, name);
    return { kind: "session", id: session.id, name: session.name };
  }
  const { mux, pane } = found;
  mux.setPaneMetadata(pane, [["name", name]]);
  showMetadata(mux, pane);
  return { kind: "pane", id: pane.id, name: pane.title };
}

function renameWindow(context: CliContext, { target, name, server }: Request): Renamed {
  const mux = chooseServer(context, server);
  const window = mux && windowOf(mux, target);
  if (!window)
    throw new MuxError("no-such-window", `there is no window ${target} in server ${server ?? OWN_SERVER}`);
  mux.renameWindow(window, name);
  return { kind: "window", id: window.id, name: window.name };
}

function windowOf({ server }: Mux, target: string): Window | undefined {
  return [...server.windows.values()].find(({ id }) => id === target);
}
