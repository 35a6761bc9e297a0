import { defineCommand } from "../define-command.ts";

export const killServer = defineCommand({
  name: "kill-server",
  flags: "",
  max: 0,
  usage: "",
  run: ({ door }) => door.end(),
});
