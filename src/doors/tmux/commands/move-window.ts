import { findTarget } from "../../../core/target/resolve-target.ts";
import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";
import { destination } from "./shared/move-link-window.ts";

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
      const { session } = findTarget({ server, kind: "session", text: args.t, caller });
      // A missing session fails silently, as in tmux.
      if (!session) throw new CommandError("");
      mux.renumberWindows(session);
      return;
    }
    mux.moveWindow(source.link, destination(run));
  },
});
