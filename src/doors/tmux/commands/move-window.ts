import { resolveTarget } from "../../../core/target/resolve-target.ts";
import { defineCommand } from "../define-command.ts";
import { destination } from "../move-link-window.ts";

export const moveWindow = defineCommand({
  name: "move-window",
  alias: "movew",
  flags: "abdkrs:t:",
  max: 0,
  usage: "[-abdkr] [-s src-window] [-t dst-window]",
  source: "window",
  run(run) {
    const { args, source, mux, server, caller } = run;
    if (args.r) {
      mux.renumberWindows(resolveTarget({ server, kind: "session", text: args.t, caller }).session);
      return;
    }
    const { session } = source;
    mux.moveWindow(source.link, destination(run));
    const alive = server.sessions.get(session.id) === session;
    if (alive && args.s === undefined && session.options.flag("renumber-windows"))
      mux.renumberWindows(session);
  },
});
