import { defineCommand } from "../define-command.ts";

/** Does nothing: the call has already started the server. */
export const startServer = defineCommand({
  name: "start-server",
  alias: "start",
  flags: "",
  max: 0,
  usage: "",
  startsServer: true,
  run() {},
});
