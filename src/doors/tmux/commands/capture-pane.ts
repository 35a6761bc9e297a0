import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { parseNumber } from "../parse-number.ts";

const FLAGS = "ab:CeE:JNpPqS:Tt:";
type Run = CommandRun<typeof FLAGS, "pane">;

export const capturePane = defineCommand({
  name: "capture-pane",
  alias: "capturep",
  flags: FLAGS,
  max: 0,
  usage: "[-aCeJNpPq] [-b buffer-name] [-E end-line] [-S start-line] [-t target-pane]",
  target: "pane",
  afterHook: true,
  laterFlags: "T",
  differingFlags: { P: "an unfinished escape sequence is not kept apart: always empty" },
  async run(run) {
    const { args, target, door, call, server } = run;
    if (target.pane.process) await door.hosted.flush(target.pane);
    // What an application left unfinished is not kept apart from what it printed.
    const text = args.P ? "" : capture(run);
    if (args.p) {
      call.write(text.endsWith("\n") ? text : `${text}\n`);
      return;
    }
    const data = new TextEncoder().encode(text);
    if (args.b === undefined) server.buffers.add(data);
    else server.buffers.set(args.b, data);
  },
});

function capture({ args, target: { pane } }: Run): string {
  const { screen } = pane;
  const last = screen.rows - 1;
  const first = lineNumber(args.S, {
    all: -screen.historySize,
    fallback: 0,
    lowest: -screen.historySize,
    last,
  });
  const end = lineNumber(args.E, { all: last, fallback: last, lowest: -screen.historySize, last });
  const text = screen.capture({
    start: Math.min(first, end),
    end: Math.max(first, end),
    escapes: args.e,
    octal: args.C,
    join: args.J,
    keepSpaces: args.N,
    trimUnused: args.T,
    alternate: args.a,
  });
  if (text === undefined && !args.q) throw new CommandError("no alternate screen");
  return text ?? "";
}

interface LineRange {
  /** What `-` means. */
  readonly all: number;
  /** What nothing and what is no number mean. */
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
