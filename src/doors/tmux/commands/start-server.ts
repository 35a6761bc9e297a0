import { defineCommand } from "../define-command.ts";

/** The server was started to run this. */
export const startServer = defineCommand({
  name: "start-server",
  alias: "start",
  flags: "",
  max: 0,
  usage: "",
  startsServer: true,
  run() {},
});
