import { defineCommand } from "../define-command.ts";

export const showBuffer = defineCommand({
  name: "show-buffer",
  alias: "showb",
  flags: "b:",
  max: 0,
  usage: "[-b buffer-name]",
  afterHook: true,
  run({ args, call, server }) {
    call.write(server.buffers.toRead(args.b).data);
  },
});
