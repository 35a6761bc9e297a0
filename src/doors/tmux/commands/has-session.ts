import { defineCommand } from "../define-command.ts";

/** The status says whether the target exists: it is resolved before `run`. */
export const hasSession = defineCommand({
  name: "has-session",
  alias: "has",
  flags: "t:",
  max: 0,
  usage: "[-t target-session]",
  target: "session",
  run() {},
});
