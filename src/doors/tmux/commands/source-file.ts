import { currentTarget } from "../../../core/target/current-target.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expand } from "../expand.ts";
import { readInput } from "../files.ts";
import { glob } from "../glob.ts";
import { ParseError } from "../parse-commands/parse-error.ts";
import { newState } from "../queue-state.ts";

const FLAGS = "Fnqv";
type Run = CommandRun<typeof FLAGS>;

export const sourceFile = defineCommand({
  name: "source-file",
  alias: "source",
  flags: FLAGS,
  min: 1,
  usage: "[-Fnqv] path ...",
  async run(run) {
    const { args, call } = run;
    const files: string[] = [];
    let missing = false;
    for (const operand of args.operands) {
      const path = args.F ? expand(run, operand, { client: run.client }) : operand;
      const found = path === "-" ? ["-"] : glob(path, call.cwd);
      if (found.length === 0 && !args.q) {
        run.door.report(call, `${path}: No such file or directory`, run.command);
        missing = true;
      }
      files.push(...found);
    }
    for (const file of files.toReversed()) await load(run, file);
    if (missing && files.length === 0) throw new CommandError("");
  },
});

/** Its commands run next, before those of files given later. What cannot be understood is printed, not run. */
async function load(run: Run, file: string): Promise<void> {
  const { args, call, caller, door, queue, server, state } = run;
  const text = new TextDecoder().decode(await readInput(run, file));
  const onParsed = args.v
    ? { onParsed: (line: string, number: number) => call.print(`${file}:${number}: ${line}`) }
    : {};
  try {
    const list = door.parseText(text, {
      file,
      oneGroup: false,
      parseOnly: args.n,
      place: currentTarget(server, caller),
      ...onParsed,
    });
    const variables = new Map([...state.variables, ["current_file", file]]);
    if (!args.n) queue.insert(list, newState({ ...state, variables }));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    call.print(error.message);
    call.status = 1;
  }
}
