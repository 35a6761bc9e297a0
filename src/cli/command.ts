import { legible } from "../core/text/legible.ts";
import { EXIT_STATUS, exitStatusOf, UsageError } from "./exit-status.ts";
import { findVerb } from "./find-verb.ts";
import { verbHelp } from "./help-text.ts";
import { mullionProgram } from "./package.ts";
import { parseCommandLine } from "./parse-command-line.ts";
import { settled } from "./settled.ts";
import { cliTerminal, ERASE_LINE } from "./terminal.ts";
import { verbs } from "./verb-table.ts";

/** Runs the verbs that must work without a daemon: the client becomes this process for them. */
async function main(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv.map((word, index) => (index === 0 ? (FLAGS.get(word) ?? word) : word));
  const verb = findVerb(verbs, name ?? "help");
  const { help, options, operands } = parseCommandLine(verb, rest);
  if (help) {
    process.stdout.write(verbHelp(verb));
    return EXIT_STATUS.done;
  }
  if (verb.kind === "hot")
    throw new UsageError(`${verb.name} is run by the daemon: call ${mullionProgram} ${verb.name}`);
  const terminal = cliTerminal({
    stdout: process.stdout.isTTY === true,
    stderr: process.stderr.isTTY === true,
    variable: (name) => process.env[name],
    showProgress: (line) => process.stderr.write(`${ERASE_LINE}${line}`),
  });
  const status = await verb.run({
    options: options as Record<string, never>,
    operands,
    environment: process.env,
    terminal,
    print: (text) => process.stdout.write(`${terminal.legible(text)}\n`),
    printError: (text) => process.stderr.write(`${terminal.legible(text)}\n`),
  });
  return status ?? EXIT_STATUS.done;
}

const FLAGS = new Map([
  ["--help", "help"],
  ["-h", "help"],
  ["--version", "version"],
  ["-V", "version"],
]);

// A reader that closes the pipe early (`mullion help | head -1`) is no failure.
process.stdout.on("error", () => process.exit(EXIT_STATUS.done));

try {
  process.exitCode = await settled(main(process.argv.slice(2)));
} catch (error) {
  const status = exitStatusOf(error);
  if (status === undefined) throw error;
  process.stderr.write(`mullion: ${legible((error as Error).message)}\n`);
  process.exitCode = status;
}
