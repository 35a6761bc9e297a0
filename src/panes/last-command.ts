import type { PaneOutput } from "./host.ts";

/** The place of a shell's last command output in the output of its pane. */
export interface CommandOutput {
  readonly from: number;
  /** Undefined while the command runs. */
  readonly to: number | undefined;
  /** Undefined while the command runs, or if the shell did not report it. */
  readonly status: number | undefined;
}

const MARK = /\x1b\]133;([A-D])(?:;(\d+))?[^\x07\x1b]*(?:\x07|\x1b\\)/g;
/** An incomplete mark at the end of the text; no mark is longer. */
const UNFINISHED = /\x1b(?:\](?:[^\x07\x1b]{0,256}\x1b?)?)?$/;

/** Finds the last command by the marks (OSC 133) that shells print around its output; undefined if there are none. */
export async function lastCommand(output: Pick<PaneOutput, "recorded">): Promise<CommandOutput | undefined> {
  let found: CommandOutput | undefined;
  let rest = "";
  for await (const { offset, bytes } of output.recorded(0)) {
    const text = rest + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
    const start = offset - rest.length;
    for (const mark of text.matchAll(MARK)) {
      const at = start + mark.index;
      if (mark[1] === "C") found = { from: at + mark[0].length, to: undefined, status: undefined };
      else if (found && found.to === undefined)
        found = { ...found, to: at, status: mark[2] === undefined ? undefined : Number(mark[2]) };
    }
    rest = UNFINISHED.exec(text)?.[0] ?? "";
  }
  return found;
}
