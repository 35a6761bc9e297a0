import { defineCommand } from "../define-command.ts";
import { started, startOptions } from "./shared/start-options.ts";

export const respawnPane = defineCommand({
  name: "respawn-pane",
  alias: "respawnp",
  flags: "c:e:kt:",
  usage: "[-k] [-c start-directory] [-e environment] [-t target-pane] [shell-command]",
  target: "pane",
  async run(run) {
    const { args, mux, target } = run;
    const { session, link, pane } = target;
    mux.respawnPane(pane, { ...startOptions(run, { session, link, pane }), session, kill: args.k });
    await started(pane, "respawn pane failed");
  },
});
