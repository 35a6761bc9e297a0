import { defineCommand } from "../define-command.ts";

export const killWindow = defineCommand({
  name: "kill-window",
  alias: "killw",
  flags: "at:",
  max: 0,
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
  max: 0,
  usage: "[-k] [-t target-window]",
  target: "window",
  run({ args, mux, target }) {
    mux.unlinkWindow(target.link, { kill: args.k });
  },
});
