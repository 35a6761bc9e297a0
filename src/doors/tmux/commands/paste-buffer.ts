import { typeInto } from "../../../core/ports.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { replaceNewlines } from "./shared/type-stdin.ts";

const FLAGS = "db:prs:t:";
type Run = CommandRun<typeof FLAGS, "pane">;

export const pasteBuffer = defineCommand({
  name: "paste-buffer",
  alias: "pasteb",
  flags: FLAGS,
  usage: "[-dpr] [-s separator] [-b buffer-name] [-t target-pane]",
  target: "pane",
  afterHook: true,
  async run(run) {
    const {
      args,
      server: { buffers },
      door,
      target: { pane },
    } = run;
    const buffer = args.b === undefined ? buffers.top() : buffers.get(args.b);
    if (!buffer) {
      if (args.b === undefined) return;
      throw new CommandError(`no buffer ${args.b}`);
    }
    if (pane.process && !pane.inputOff) {
      if (args.p) await door.hosted.flush(pane);
      typeInto([{ process: pane.process, bytes: pasted(run, buffer.data) }]);
    }
    if (args.d) {
      buffers.delete(buffer.name);
    }
  },
});

/**
 * Replaces newlines with the separator, and adds paste brackets if the application asked for them. The result is one
 * write, so that no other input interleaves.
 */
function pasted({ args, target: { pane } }: Run, data: Uint8Array): Uint8Array {
  const bytes = replaceNewlines(data, args.s ?? (args.r ? "\n" : "\r"));
  if (!args.p || !pane.screen.modes.bracketedPaste) return bytes;
  return Buffer.concat([Buffer.from("\x1b[200~"), bytes, Buffer.from("\x1b[201~")]);
}
