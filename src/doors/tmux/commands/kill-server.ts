import { defineCommand } from "../define-command.ts";

export const killServer = defineCommand({
  name: "kill-server",
  flags: "",
  max: 0,
  usage: "",
  run: ({ door }) => door.end(),
});

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
