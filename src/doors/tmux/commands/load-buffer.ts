import { defineCommand } from "../define-command.ts";
import { expandAtCurrent } from "../expand.ts";
import { readInput } from "../files.ts";

export const loadBuffer = defineCommand({
  name: "load-buffer",
  alias: "loadb",
  flags: "b:t:w",
  min: 1,
  max: 1,
  usage: "[-b buffer-name] [-t target-client] path",
  client: "t?",
  waits: true,
  afterHook: true,
  differingFlags: { w: "no face passes it on to a clipboard yet" },
  async run(run) {
    const {
      args,
      server: { buffers },
    } = run;
    const data = await readInput(run, expandAtCurrent(run, args.operands[0]!));
    if (args.b === undefined) buffers.add(data);
    else buffers.set(args.b, data);
  },
});
