import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";
import { expand } from "../expand.ts";

/** A server is its owner's alone: nobody can be let in, so everything but a question for the list is refused. */
export const serverAccess = defineCommand({
  name: "server-access",
  flags: "adlrw",
  max: 1,
  usage: "[-adlrw] [-t target-pane] [user]",
  client: "c?",
  refused: "a server belongs to one user; -l names it",
  run(run) {
    const { args, call, door } = run;
    if (args.l) return call.print(`${door.context.user} (W)`);
    if (args.operands.length === 0) throw new CommandError("missing user argument");
    const name = expand(run, args.operands[0]!, { client: run.client });
    if (name === "" || door.context.home(name) === undefined) throw new CommandError(`unknown user: ${name}`);
    if (name === "root" || name === door.context.user) {
      throw new CommandError(`${name} owns the server, can't change access`);
    }
    throw new CommandError("server-access is not supported: a server belongs to one user");
  },
});
