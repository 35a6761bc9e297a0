import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";

/** -w would also set the clipboard of an attached terminal, which is the face's to do. */
export const setBuffer = defineCommand({
  name: "set-buffer",
  alias: "setb",
  flags: "ab:t:n:w",
  max: 1,
  usage: "[-aw] [-b buffer-name] [-n new-buffer-name] [-t target-client] data",
  client: "t?",
  afterHook: true,
  differingFlags: { w: "no face passes it on to a clipboard yet" },
  run({ args, server: { buffers } }) {
    if (args.n !== undefined) buffers.rename(args.b, args.n);
    else {
      const [text] = args.operands;
      if (text === undefined) throw new CommandError("no data specified");
      const data = new TextEncoder().encode(text);
      if (args.a) buffers.append(args.b, data);
      else if (args.b === undefined) buffers.add(data);
      else buffers.set(args.b, data);
    }
  },
});
