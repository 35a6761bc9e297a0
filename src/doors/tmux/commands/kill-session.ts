import { defineCommand } from "../define-command.ts";

export const killSession = defineCommand({
  name: "kill-session",
  flags: "aCt:",
  max: 0,
  usage: "[-aC] [-t target-session]",
  target: "session",
  run({ args, mux, target: { session } }) {
    if (args.C) mux.clearAlerts(session);
    else if (args.a) mux.killOtherSessions(session);
    else mux.killSession(session);
  },
});
