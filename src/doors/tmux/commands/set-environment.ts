import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expandForTarget } from "../formats/expand.ts";
import { environmentOf } from "../options/environment-of.ts";

const FLAGS = "Fhgrt:u";

export const setEnvironment = defineCommand({
  name: "set-environment",
  alias: "setenv",
  flags: FLAGS,
  min: 1,
  max: 2,
  usage: "[-Fhgru] [-t target-session] name [value]",
  target: "session?",
  afterHook: true,
  run(run) {
    const { args } = run;
    const [name, given] = args.operands as [string, string | undefined];
    checkName(name);
    const value = given !== undefined && args.F ? expandForTarget(run, given) : given;
    change(run, { environment: environmentOf(run), name, value });
  },
});

function checkName(name: string): void {
  if (name === "") throw new CommandError("empty variable name");
  if (name.includes("=")) throw new CommandError("variable name contains =");
}

interface Change {
  readonly environment: ReturnType<typeof environmentOf>;
  readonly name: string;
  readonly value: string | undefined;
}

function change({ args }: CommandRun<typeof FLAGS, "session?">, { environment, name, value }: Change): void {
  if (args.u || args.r) {
    if (value !== undefined) throw new CommandError(`can't specify a value with -${args.u ? "u" : "r"}`);
    if (args.u) environment.unset(name);
    else environment.remove(name);
    return;
  }
  if (value === undefined) throw new CommandError("no value specified");
  environment.set(name, value, { hidden: args.h });
}
