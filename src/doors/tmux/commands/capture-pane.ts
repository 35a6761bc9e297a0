import { CommandError } from "../command-error.ts";
import { escapeOutput } from "../control/control-output.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { parseNumber } from "./shared/parse-number.ts";

const FLAGS = "ab:CeE:JNpPqS:Tt:";
const NEWLINE = 0x0a;
type Run = CommandRun<typeof FLAGS, "pane">;

export const capturePane = defineCommand({
  name: "capture-pane",
  alias: "capturep",
  flags: FLAGS,
  usage: "[-aCeJNpPq] [-b buffer-name] [-E end-line] [-S start-line] [-t target-pane]",
  target: "pane",
  afterHook: true,
  laterFlags: "T",
  async run(run) {
    const { args, target, door, call, server } = run;
    if (target.pane.process) await door.hosted.flush(target.pane);
    const data = args.P ? unfinished(run) : new TextEncoder().encode(capture(run));
    if (args.p) {
      call.write(data);
      if (data.at(-1) !== NEWLINE) call.write("\n");
    } else if (args.b === undefined) server.buffers.add(data);
    else server.buffers.set(args.b, data);
  },
});

/** -P: an escape sequence that the application has begun and not completed. */
function unfinished({ args, target: { pane } }: Run): Uint8Array {
  const bytes = pane.screen.unfinished;
  return args.C ? escapeOutput(bytes) : bytes;
}

function capture({ args, target: { pane } }: Run): string {
  const { screen } = pane;
  const lowest = -screen.historySize;
  const last = screen.rows - 1;
  const first = lineNumber(args.S, { all: lowest, fallback: 0, lowest, last });
  const end = lineNumber(args.E, { all: last, fallback: last, lowest, last });
  const text = screen.capture({
    start: Math.min(first, end),
    end: Math.max(first, end),
    escapes: args.e,
    octal: args.C,
    join: args.J,
    keepSpaces: args.N,
    alternate: args.a,
  });
  if (text === undefined && !args.q) throw new CommandError("no alternate screen");
  return text ?? "";
}

interface LineRange {
  /** Line that `-` stands for. */
  readonly all: number;
  /** Line for a missing or invalid number. */
  readonly fallback: number;
  readonly lowest: number;
  readonly last: number;
}

function lineNumber(text: string | undefined, { all, fallback, lowest, last }: LineRange): number {
  if (text === undefined) return fallback;
  if (text === "-") return all;
  const line = parseNumber(text, { min: -2147483648, max: 32767 });
  return typeof line === "string" ? fallback : Math.min(Math.max(line, lowest), last);
}
