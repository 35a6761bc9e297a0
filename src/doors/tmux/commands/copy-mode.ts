import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";

/** No pane is ever in a mode without an attached terminal, so there is only one thing that can be done: leave it. */
export const copyMode = defineCommand({
  name: "copy-mode",
  flags: "eHMs:t:uq",
  max: 0,
  usage: "[-eHMuq] [-s src-pane] [-t target-pane]",
  source: "pane",
  target: "pane",
  afterHook: true,
  refused: "it needs an attached terminal; -q, which leaves it, does nothing",
  run({ args, mux, target }) {
    if (args.q) mux.leaveAllModes(target.pane);
    else throw new CommandError("copy-mode is not supported: it needs an attached terminal");
  },
});
