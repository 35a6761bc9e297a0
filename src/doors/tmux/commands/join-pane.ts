import { defineCommand } from "../define-command.ts";
import { joinPane as join } from "./shared/join-panes.ts";

export const joinPane = defineCommand({
  name: "join-pane",
  alias: "joinp",
  flags: "bdfhvp:l:s:t:",
  max: 0,
  usage: "[-bdfhv] [-l size] [-s src-pane] [-t dst-pane]",
  source: "pane",
  sourceFlags: { defaultMarked: true },
  target: "pane",
  run: (run) => join(run),
});
