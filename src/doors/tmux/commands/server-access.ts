import type { Grant } from "../access/access-list.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expand } from "../formats/expand.ts";

const FLAGS = "adlrw";
type Run = CommandRun<typeof FLAGS>;

/**
 * Sets which other users may use the server. The mode of the socket file must admit them too, and its owner sets that
 * mode.
 */
export const serverAccess = defineCommand({
  name: "server-access",
  flags: FLAGS,
  max: 1,
  usage: "[-adlrw] [-t target-pane] [user]",
  client: "c?",
  differingFlags: { r: "such a user may run fewer commands than in tmux (docs/security.md)" },
  async run(run) {
    const { args } = run;
    if (args.l) return list(run);
    if (args.operands.length === 0) throw new CommandError("missing user argument");
    const name = expand(run, args.operands[0]!, { client: run.client });
    const uid = name === "" ? undefined : await run.door.context.uidOf(name);
    if (uid === undefined) throw new CommandError(`unknown user: ${name}`);
    if (uid === 0 || uid === run.door.context.uid)
      throw new CommandError(`${name} owns the server, can't change access`);
    if (args.a && args.d) throw new CommandError("-a and -d cannot be used together");
    if (args.r && args.w) throw new CommandError("-r and -w cannot be used together");
    if (args.d) withdraw(run, { uid, name });
    else if (args.a || args.r || args.w) grant(run, { uid, name });
  },
});

/** Prints the users sorted by id, without root. */
function list({ call, door }: Run): void {
  const { uid, user: name } = door.context;
  const owner: Grant = { uid, name, readonly: false };
  const all = [owner, ...door.access.all()].sort((a, b) => a.uid - b.uid);
  for (const grant of all) if (grant.uid !== 0) call.print(`${grant.name} (${grant.readonly ? "R" : "W"})`);
}

function withdraw({ door }: Run, { uid, name }: Omit<Grant, "readonly">): void {
  if (!door.access.get(uid)) throw new CommandError(`user ${name} not found`);
  door.access.withdraw(uid);
}

function grant({ args, door }: Run, { uid, name }: Omit<Grant, "readonly">): void {
  const known = door.access.get(uid);
  if (args.a && known) throw new CommandError(`user ${name} is already added`);
  const readonly = args.r || (!args.w && (known?.readonly ?? false));
  door.access.set({ uid, name, readonly });
}
