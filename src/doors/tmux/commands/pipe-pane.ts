import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";
import { expandForTarget } from "../formats/expand.ts";
import { callerDirectory } from "./shared/start-options.ts";

export const pipePane = defineCommand({
  name: "pipe-pane",
  alias: "pipep",
  flags: "IOot:",
  max: 1,
  usage: "[-IOo] [-t target-pane] [shell-command]",
  target: "pane",
  afterHook: true,
  run(run) {
    const { args, target, door } = run;
    const { session, pane } = target;
    if (!pane.process) throw new CommandError("target pane has exited");
    const { pipes } = door.hosted;
    const wasOpen = pipes.has(pane);
    pipes.stop(pane);
    const [command] = args.operands;
    if (!command || (args.o && wasOpen)) return;
    const line = expandForTarget(run, command, { time: true });
    const request = door.shellRequest(line, session, callerDirectory(run, session));
    pipes.start(pane, request, { output: args.O || !args.I, input: args.I });
  },
});
