import { defineCommand } from "../define-command.ts";
import { expandAtCurrent } from "../formats/expand.ts";
import { readInput } from "./shared/files.ts";

export const loadBuffer = defineCommand({
  name: "load-buffer",
  alias: "loadb",
  flags: "b:t:w",
  min: 1,
  max: 1,
  usage: "[-b buffer-name] [-t target-client] path",
  client: "t?",
  waits: () => true,
  afterHook: true,
  run(run) {
    const {
      args,
      client,
      door: { faces },
      server: { buffers },
    } = run;
    return readInput(run, expandAtCurrent(run, args.operands[0]!)).then((data) => {
      if (args.b === undefined) buffers.add(data);
      else buffers.set(args.b, data);
      if (args.w && client) faces.of(client)?.clipboard.set("", data);
    });
  },
});
