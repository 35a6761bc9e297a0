import { visible } from "../../../core/text/visible.ts";
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

export const showBuffer = defineCommand({
  name: "show-buffer",
  alias: "showb",
  flags: "b:",
  max: 0,
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
