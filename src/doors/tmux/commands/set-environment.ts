import { type Environment, showEnvironment as show } from "../../../core/environment/environment.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expandForTarget } from "../formats/expand.ts";

const FLAGS = "Fhgrt:u";
type Run = CommandRun<typeof FLAGS, "session?">;

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
    change(run, name, value);
  },
});

function checkName(name: string): void {
  if (name === "") throw new CommandError("empty variable name");
  if (name.includes("=")) throw new CommandError("variable name contains =");
}

function change(run: Run, name: string, value: string | undefined): void {
  const { args } = run;
  const environment = environmentOf(run);
  if (args.u || args.r) {
    if (value !== undefined) throw new CommandError(`can't specify a value with -${args.u ? "u" : "r"}`);
    if (args.u) environment.unset(name);
    else environment.remove(name);
    return;
  }
  if (value === undefined) throw new CommandError("no value specified");
  environment.set(name, value, { hidden: args.h });
}

export const showEnvironment = defineCommand({
  name: "show-environment",
  alias: "showenv",
  flags: "hgst:",
  max: 1,
  usage: "[-hgs] [-t target-session] [name]",
  target: "session?",
  afterHook: true,
  run(run) {
    const { args, call, target } = run;
    if (args.t !== undefined && !target.session) throw new CommandError(`no such session: ${args.t}`);
    const [name] = args.operands;
    const lines = show(environmentOf(run), {
      hidden: args.h,
      shell: args.s,
      ...(name !== undefined && { name }),
    });
    for (const line of lines) call.print(line);
  },
});

/** The environment of a session, or with -g of the server. */
function environmentOf({
  args,
  target,
  server,
}: Pick<CommandRun<"gt:", "session?">, "args" | "target" | "server">): Environment {
  const owner = args.g ? server : target.session;
  if (owner) return owner.environment;
  throw new CommandError(args.t === undefined ? "no current session" : `no such session: ${args.t}`);
}
