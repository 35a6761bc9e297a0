import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";
import { expand } from "../expand.ts";

/** A server is its owner's alone: what is said about others is checked as tmux does, but nobody can be let in. */
const ALONE = "refused for anybody else: a server belongs to one user";

export const serverAccess = defineCommand({
  name: "server-access",
  flags: "adlrw",
  max: 1,
  usage: "[-adlrw] [-t target-pane] [user]",
  client: "c?",
  differingFlags: { a: ALONE, r: ALONE, w: ALONE },
  run(run) {
    const { args, call, door } = run;
    const { user, uid } = door.context;
    if (args.l) return uid === 0 ? undefined : call.print(`${user} (W)`);
    if (args.operands.length === 0) throw new CommandError("missing user argument");
    const name = expand(run, args.operands[0]!, { client: run.client });
    if (name === "" || door.context.home(name) === undefined) throw new CommandError(`unknown user: ${name}`);
    if (name === "root" || name === user) {
      throw new CommandError(`${name} owns the server, can't change access`);
    }
    if (args.a && args.d) throw new CommandError("-a and -d cannot be used together");
    if (args.r && args.w) throw new CommandError("-r and -w cannot be used together");
    if (args.d) throw new CommandError(`user ${name} not found`);
    if (args.a || args.r || args.w)
      throw new CommandError("server-access is not supported: a server belongs to one user");
  },
});
