import { type CommandRun, defineCommand } from "../define-command.ts";
import { expandForTarget } from "../formats/expand.ts";
import { inBackground, runShell } from "../jobs/shell-jobs.ts";

const FLAGS = "bFt:";
type Run = CommandRun<typeof FLAGS, "pane?">;

export const ifShell = defineCommand({
  name: "if-shell",
  alias: "if",
  flags: FLAGS,
  min: 2,
  max: 3,
  operand: (index) => (index === 0 ? "string" : "commands-or-string"),
  usage: "[-bF] [-t target-pane] shell-command command [command]",
  target: "pane?",
  waits: () => true,
  run(run) {
    const { args } = run;
    const condition = expandForTarget(run, args.operands[0]!);
    if (args.F) return choose(run, condition !== "" && !condition.startsWith("0"));
    const decided = runShell(run, condition).then(({ exit }) => choose(run, exit.status === 0));
    return args.b ? inBackground(run, decided) : decided;
  },
});

function choose({ args, client, door, queue, state, command }: Run, holds: boolean): void {
  const value = args.values[holds ? 1 : 2];
  if (value === undefined) return;
  const { file, line } = command;
  const list = typeof value === "string" ? door.parseText(value, { file, line }) : value;
  // A format is evaluated at once, so nothing runs in the background.
  if (args.b && !args.F) door.runLater(list, client);
  else queue.insert(list, state);
}
