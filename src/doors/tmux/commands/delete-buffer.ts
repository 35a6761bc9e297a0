import { defineCommand } from "../define-command.ts";

export const deleteBuffer = defineCommand({
  name: "delete-buffer",
  alias: "deleteb",
  flags: "b:",
  max: 0,
  usage: "[-b buffer-name]",
  afterHook: true,
  run({ args, server }) {
    server.buffers.delete(args.b);
  },
});
