import { visible } from "../../../core/text/visible.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expandAtCurrent } from "../formats/expand.ts";
import { readInput, writeOutput } from "./shared/files.ts";

export const setBuffer = defineCommand({
  name: "set-buffer",
  alias: "setb",
  flags: "ab:t:n:w",
  max: 1,
  usage: "[-aw] [-b buffer-name] [-n new-buffer-name] [-t target-client] data",
  client: "t?",
  afterHook: true,
  run(run) {
    const { args } = run;
    const { buffers } = run.server;
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
function setClipboard({ client, door }: Pick<CommandRun, "client" | "door">, data: Uint8Array): void {
  if (client) door.faces.of(client)?.clipboard.set("", data);
}

export const deleteBuffer = defineCommand({
  name: "delete-buffer",
  alias: "deleteb",
  flags: "b:",
  usage: "[-b buffer-name]",
  afterHook: true,
  run({ args, server }) {
    server.buffers.delete(args.b);
  },
});

export const loadBuffer = defineCommand({
  name: "load-buffer",
  alias: "loadb",
  flags: "b:t:w",
  min: 1,
  max: 1,
  usage: "[-b buffer-name] [-t target-client] path",
  client: "t?",
  waits: () => "file",
  afterHook: true,
  run(run) {
    const { args } = run;
    const { buffers } = run.server;
    return readInput(run, expandAtCurrent(run, args.operands[0]!)).then((data) => {
      if (args.b === undefined) buffers.add(data);
      else buffers.set(args.b, data);
      if (args.w) setClipboard(run, data);
    });
  },
});

export const saveBuffer = defineCommand({
  name: "save-buffer",
  alias: "saveb",
  flags: "ab:",
  min: 1,
  max: 1,
  usage: "[-a] [-b buffer-name] path",
  afterHook: true,
  waits: () => "file",
  run(run) {
    const { args, server } = run;
    const { data } = server.buffers.toRead(args.b);
    return writeOutput(run, expandAtCurrent(run, args.operands[0]!), { data, append: args.a });
  },
});

export const showBuffer = defineCommand({
  name: "show-buffer",
  alias: "showb",
  flags: "b:",
  usage: "[-b buffer-name]",
  afterHook: true,
  run({ args, call, server }) {
    const { data } = server.buffers.toRead(args.b);
    if (call.control) call.print(visibleLines(data));
    else call.write(data);
  },
});

/** For a client that shows lines, everything except line ends is made visible. */
function visibleLines(data: Uint8Array): string {
  return Buffer.from(data)
    .toString("latin1")
    .split("\n")
    .map((line) => visible(Buffer.from(line, "latin1")))
    .join("\n");
}
