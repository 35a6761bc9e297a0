import { refuseCommand } from "../refuse-command.ts";

export const findWindow = refuseCommand({
  name: "find-window",
  alias: "findw",
  flags: "CiNrt:TZ",
  min: 1,
  max: 1,
  usage: "[-CiNrTZ] [-t target-pane] match-string",
  target: "pane",
  refused: "it needs an attached terminal",
});
