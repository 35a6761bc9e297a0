import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";

export const waitFor = defineCommand({
  name: "wait-for",
  alias: "wait",
  flags: "LSU",
  min: 1,
  max: 1,
  usage: "[-L|-S|-U] channel",
  waits: true,
  run({ args, call, door: { channels } }) {
    const name = args.operands[0]!;
    const whileWaiting = (giveUp: () => void) => call.invocation?.onGone(giveUp);
    if (args.S) return channels.signal(name);
    if (args.U && !args.L) {
      if (!channels.unlock(name)) throw new CommandError(`channel ${name} not locked`);
      return;
    }
    if (!call.invocation) throw new CommandError(args.L ? "not able to lock" : "not able to wait");
    return args.L ? channels.lock(name, whileWaiting) : channels.wait(name, whileWaiting);
  },
});
