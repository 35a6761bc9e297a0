import type { PaneOutput } from "../../native/host.ts";

/** Where the output of a shell's last command stands in the output of its pane. */
export interface CommandOutput {
  readonly from: number;
  /** Undefined while it runs. */
  readonly to: number | undefined;
  /** Undefined where it runs, or the shell did not tell. */
  readonly status: number | undefined;
}

const MARK = /\x1b\]133;([A-D])(?:;(\d+))?[^\x07\x1b]*(?:\x07|\x1b\\)/g;
/** The beginning of a mark right at the end of what there is; a mark is never longer. */
const UNFINISHED = /\x1b(?:\](?:[^\x07\x1b]{0,256}\x1b?)?)?$/;

/** By the marks (OSC 133) that shells print around a command's output; undefined where there were none. */
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
