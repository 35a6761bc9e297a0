import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { parseNumber } from "../parse-number.ts";
import { keysOf, typeKeys } from "../type-keys.ts";

const UINT_MAX = 4294967295;

export const sendKeys = defineCommand({
  name: "send-keys",
  alias: "send",
  flags: "FHlMN:Rt:X",
  usage: "[-FHlMRX] [-N repeat-count] [-t target-pane] key ...",
  target: "pane",
  afterHook: true,
  run(run) {
    const { args, target, door } = run;
    const times = repeatCount(args.N);
    if (args.X) throw new CommandError("not in a mode");
    if (args.M) throw new CommandError("no mouse target");
    if (args.R) resetTerminal(run);
    if (args.operands.length === 0) return;
    const keys = args.operands.flatMap((word) => keysOf(word, { hex: args.H, literal: args.l }));
    typeKeys(door, target.pane, Array.from({ length: times }, () => keys).flat());
  },
});

function repeatCount(text: string | undefined): number {
  if (text === undefined) return 1;
  const count = parseNumber(text, { min: 1, max: UINT_MAX });
  if (typeof count === "string") throw new CommandError(`repeat count ${count}`);
  return count;
}

function resetTerminal({ target: { pane } }: CommandRun<string, "pane">): void {
  pane.screen.reset();
}
