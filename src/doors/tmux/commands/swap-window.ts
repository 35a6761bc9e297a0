import { defineCommand } from "../define-command.ts";

export const swapWindow = defineCommand({
  name: "swap-window",
  alias: "swapw",
  flags: "ds:t:",
  max: 0,
  usage: "[-d] [-s src-window] [-t dst-window]",
  source: "window",
  sourceFlags: { defaultMarked: true },
  target: "window",
  run({ args, mux, source, target }) {
    mux.swapWindow(source.link, target.link, { detached: args.d });
  },
});
