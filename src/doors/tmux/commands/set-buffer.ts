import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";

const FLAGS = "ab:t:n:w";
type Run = CommandRun<typeof FLAGS>;

export const setBuffer = defineCommand({
  name: "set-buffer",
  alias: "setb",
  flags: FLAGS,
  max: 1,
  usage: "[-aw] [-b buffer-name] [-n new-buffer-name] [-t target-client] data",
  client: "t?",
  afterHook: true,
  run(run) {
    const {
      args,
      server: { buffers },
    } = run;
    if (args.n !== undefined) return buffers.rename(args.b, args.n);
    const [text] = args.operands;
    if (text === undefined) throw new CommandError("no data specified");
    const data = new TextEncoder().encode(text);
    if (args.a) buffers.append(args.b, data);
    else if (args.b === undefined) buffers.add(data);
    else buffers.set(args.b, data);
    if (args.w && text !== "") setClipboard(run, (args.b !== undefined && buffers.get(args.b)?.data) || data);
  },
});

/** -w: also sets the terminal's clipboard; with -a to the complete buffer. */
function setClipboard({ client, door }: Run, data: Uint8Array): void {
  if (client) door.faces.of(client)?.clipboard.set("", data);
}

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
