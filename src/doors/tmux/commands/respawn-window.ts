import { defineCommand } from "../define-command.ts";
import { started, startOptions } from "./shared/start-options.ts";

export const respawnWindow = defineCommand({
  name: "respawn-window",
  alias: "respawnw",
  flags: "c:e:kt:",
  usage: "[-k] [-c start-directory] [-e environment] [-t target-window] [shell-command]",
  target: "window",
  async run(run) {
    const { args, mux, target } = run;
    const { session, link, window } = target;
    mux.respawnWindow(link, { ...startOptions(run, { session, link }), session, kill: args.k });
    await started(window.active, "respawn window failed");
  },
});
