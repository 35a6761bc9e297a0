import { defineCommand } from "../define-command.ts";
import { started, startOptions } from "./shared/start-options.ts";

export const respawnPane = defineCommand({
  name: "respawn-pane",
  alias: "respawnp",
  flags: "c:e:kt:",
  max: Number.POSITIVE_INFINITY,
  usage: "[-k] [-c start-directory] [-e environment] [-t target-pane] [shell-command]",
  target: "pane",
  async run(run) {
    const { args, mux, target } = run;
    const { session, link, pane } = target;
    mux.respawnPane(pane, { ...startOptions(run, { session, link, pane }), session, kill: args.k });
    await started(pane, "respawn pane failed");
  },
});

export const respawnWindow = defineCommand({
  name: "respawn-window",
  alias: "respawnw",
  flags: "c:e:kt:",
  max: Number.POSITIVE_INFINITY,
  usage: "[-k] [-c start-directory] [-e environment] [-t target-window] [shell-command]",
  target: "window",
  async run(run) {
    const { args, mux, target } = run;
    const { session, link, window } = target;
    mux.respawnWindow(link, { ...startOptions(run, { session, link }), session, kill: args.k });
    await started(window.active, "respawn window failed");
  },
});
