import { defineCommand } from "../define-command.ts";

/** Says by its status whether the target is there: it was resolved before this runs. */
export const hasSession = defineCommand({
  name: "has-session",
  alias: "has",
  flags: "t:",
  max: 0,
  usage: "[-t target-session]",
  target: "session",
  run() {},
});
