import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";
import { parseNumber } from "../parse-number.ts";
import { dependsOnModes, keysOf, typeKeys } from "../type-keys.ts";

const UINT_MAX = 4294967295;
/** tmux has no bound, and would type for hours. */
const MAX_KEYS = 1_000_000;

export const sendKeys = defineCommand({
  name: "send-keys",
  alias: "send",
  flags: "FHlMN:Rt:X",
  usage: "[-FHlMRX] [-N repeat-count] [-t target-pane] key ...",
  target: "pane",
  afterHook: true,
  async run(run) {
    const { args, target, door } = run;
    const { pane } = target;
    const times = repeatCount(args.N);
    if (args.X) throw new CommandError("not in a mode");
    if (args.M) throw new CommandError("no mouse target");
    const keys = args.operands.flatMap((word) => keysOf(word, { hex: args.H, literal: args.l }));
    if (keys.length * times > MAX_KEYS) throw new CommandError("repeat count too large");
    if (pane.process && (args.R || keys.some(dependsOnModes))) await door.hosted.flush(pane);
    if (args.R) pane.screen.reset();
    typeKeys(door, pane, Array.from({ length: times }, () => keys).flat());
  },
});

function repeatCount(text: string | undefined): number {
  if (text === undefined) return 1;
  const count = parseNumber(text, { min: 1, max: UINT_MAX });
  if (typeof count === "string") throw new CommandError(`repeat count ${count}`);
  return count;
}
