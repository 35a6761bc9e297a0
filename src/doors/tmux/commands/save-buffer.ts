import { defineCommand } from "../define-command.ts";
import { expandAtCurrent } from "../formats/expand.ts";
import { writeOutput } from "./shared/files.ts";

export const saveBuffer = defineCommand({
  name: "save-buffer",
  alias: "saveb",
  flags: "ab:",
  min: 1,
  max: 1,
  usage: "[-a] [-b buffer-name] path",
  afterHook: true,
  waits: () => true,
  run(run) {
    const { args, server } = run;
    const { data } = server.buffers.toRead(args.b);
    return writeOutput(run, expandAtCurrent(run, args.operands[0]!), { data, append: args.a });
  },
});
