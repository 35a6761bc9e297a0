import { defineCommand } from "../define-command.ts";

export const killPane = defineCommand({
  name: "kill-pane",
  alias: "killp",
  flags: "at:",
  usage: "[-a] [-t target-pane]",
  target: "pane",
  afterHook: true,
  run({ args, mux, target }) {
    if (args.a) mux.killOtherPanes(target.pane);
    else mux.killPane(target.pane);
  },
});

export const killWindow = defineCommand({
  name: "kill-window",
  alias: "killw",
  flags: "at:",
  usage: "[-a] [-t target-window]",
  target: "window",
  run({ args, mux, target }) {
    if (args.a) mux.killOtherWindows(target.link);
    else mux.killWindow(target.window);
  },
});

export const unlinkWindow = defineCommand({
  name: "unlink-window",
  alias: "unlinkw",
  flags: "kt:",
  usage: "[-k] [-t target-window]",
  target: "window",
  run({ args, mux, target }) {
    mux.unlinkWindow(target.link, { kill: args.k });
  },
});

export const killSession = defineCommand({
  name: "kill-session",
  flags: "aCt:",
  usage: "[-aC] [-t target-session]",
  target: "session",
  run({ args, mux, target: { session } }) {
    if (args.C) mux.clearAlerts(session);
    else if (args.a) mux.killOtherSessions(session);
    else mux.killSession(session);
  },
});

export const killServer = defineCommand({
  name: "kill-server",
  flags: "",
  usage: "",
  run: ({ door }) => door.end(),
});

/** Does nothing: the call has already started the server. */
export const startServer = defineCommand({
  name: "start-server",
  alias: "start",
  flags: "",
  usage: "",
  startsServer: true,
  run() {},
});
