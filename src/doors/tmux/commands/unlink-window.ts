import { defineCommand } from "../define-command.ts";

export const unlinkWindow = defineCommand({
  name: "unlink-window",
  alias: "unlinkw",
  flags: "kt:",
  max: 0,
  usage: "[-k] [-t target-window]",
  target: "window",
  run({ args, mux, target }) {
    mux.unlinkWindow(target.link, { kill: args.k });
  },
});
