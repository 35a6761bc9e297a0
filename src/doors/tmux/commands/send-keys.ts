import { type Key, NO_KEY } from "../../../core/keys/key.ts";
import { parseKey } from "../../../core/keys/key-name.ts";
import { typeKeys, typePresses } from "../../../core/keys/type-keys.ts";
import type { PaneMode } from "../../../core/tree/tree.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { dependsOnModes, keysFor, keysOf } from "./shared/keys-of-words.ts";
import { accepted, parseNumber, UINT_MAX } from "./shared/parse-number.ts";
import { modeCommand, sendToMode } from "./shared/send-to-mode.ts";

/** tmux has no limit and would type for hours. */
const MAX_KEYS = 1_000_000;

const FLAGS = "c:FHKlMN:Rt:X";
type Run = CommandRun<typeof FLAGS, "pane">;

export const sendKeys = defineCommand({
  name: "send-keys",
  alias: "send",
  flags: FLAGS,
  max: Number.POSITIVE_INFINITY,
  usage: "[-FHlMRX] [-N repeat-count] [-t target-pane] key ...",
  target: "pane",
  client: "c?",
  afterHook: true,
  laterFlags: "cK",
  run(run) {
    const { args, target } = run;
    const times = repeatCount(args.N);
    const [mode] = target.pane.modes;
    if (args.N !== undefined && mode && (args.X || args.operands.length === 0)) setRepeat(mode, times);
    if (args.X) return runInMode(run, mode);
    if (args.M) return passMouse(run);
    return type(run, times);
  },
});

function repeatCount(text: string | undefined): number {
  return text === undefined ? 1 : accepted("repeat count", parseNumber(text, { min: 1, max: UINT_MAX }));
}

function setRepeat(mode: PaneMode, times: number): void {
  if (!mode.command) throw new CommandError("not in a mode");
  mode.repeat = times;
}

function runInMode(run: Run, mode: PaneMode | undefined): void {
  const { args } = run;
  if (!mode?.command) throw new CommandError("not in a mode");
  mode.command({ ...modeCommand(run, args.operands), expandSearch: args.F });
}

/** -M: sends the mouse key that the command is bound to to the pane under the mouse. */
function passMouse({ state }: Run): void {
  const { press } = state;
  const pane = press?.mouse?.pane;
  if (!press || !pane) throw new CommandError("no mouse target");
  const [mode] = pane.modes;
  if (mode) mode.key?.(press);
  else typePresses(pane, [press]);
}

function type(run: Run, times: number): void | Promise<void> {
  const { args, target, door } = run;
  const { pane } = target;
  const kind = { hex: args.H, literal: args.l };
  const meant = args.operands.flatMap((word) => keysOf(word, kind));
  if (meant.length * times > MAX_KEYS) throw new CommandError("repeat count too large");
  const repeated = (keys: readonly Key[]) =>
    times === 1 ? keys : Array.from({ length: times }, () => keys).flat();
  if (args.K) return press(run, repeated(meant));
  const typeNow = () => {
    if (args.R) pane.screen.reset();
    const [mode] = pane.modes;
    if (mode) sendToMode(run, mode, repeated(meant));
    else if (kind.hex || kind.literal) typeKeys(pane, repeated(meant));
    else typeKeys(pane, repeated(args.operands.flatMap((text) => keysFor(pane, { text, kind }))));
  };
  const needsScreen = pane.process && (args.R || meant.some(dependsOnModes));
  return needsScreen ? door.hosted.flush(pane).then(typeNow) : typeNow();
}

/**
 * -K: handles the keys as if a client had pressed them, with its key table. tmux silently ignores them without a
 * client.
 */
function press({ client, door }: Run, keys: readonly Key[]): void {
  const face = client && door.faces.of(client);
  if (!face) throw new CommandError("no current client");
  for (const key of keys) face.keys.press({ key });
}

export const sendPrefix = defineCommand({
  name: "send-prefix",
  flags: "2t:",
  usage: "[-2] [-t target-pane]",
  target: "pane",
  afterHook: true,
  run(run) {
    const { args, target } = run;
    const key = parseKey(target.session.options.get(args["2"] ? "prefix2" : "prefix") ?? "");
    if (key === undefined || key === NO_KEY) return;
    const [mode] = target.pane.modes;
    if (mode) sendToMode(run, mode, [key]);
    else typeKeys(target.pane, [key]);
  },
});
