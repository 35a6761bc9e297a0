import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";

export const waitFor = defineCommand({
  name: "wait-for",
  alias: "wait",
  flags: "LSU",
  min: 1,
  max: 1,
  usage: "[-L|-S|-U] channel",
  waits: () => true,
  run({ args, call, door: { channels } }) {
    const name = args.operands[0]!;
    if (args.S) return channels.signal(name);
    if (args.U && !args.L) {
      if (!channels.unlock(name)) throw new CommandError(`channel ${name} not locked`);
      return;
    }
    const { invocation } = call;
    if (!invocation) throw new CommandError(args.L ? "not able to lock" : "not able to wait");
    const waiter = {
      id: invocation.requestId.toString(16),
      again: invocation.retry,
      onWaiting: (giveUp: () => void) => invocation.onGone(giveUp),
    };
    return args.L ? channels.lock(name, waiter) : channels.wait(name, waiter);
  },
});
