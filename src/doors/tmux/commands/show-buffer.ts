import { visible } from "../../../core/text/visible.ts";
import { defineCommand } from "../define-command.ts";

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
