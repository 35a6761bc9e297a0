import { showEnvironment as show } from "../../../core/environment/show-environment.ts";
import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";
import { environmentOf } from "../options/environment-of.ts";

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
