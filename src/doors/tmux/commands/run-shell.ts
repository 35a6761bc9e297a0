import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expandForTarget } from "../expand.ts";
import { CommandList } from "../parse-commands/command.ts";
import { newState } from "../queue-state.ts";
import { inBackground, runShell as shell } from "../shell-jobs.ts";

const FLAGS = "bd:Ct:";
type Run = CommandRun<typeof FLAGS, "pane?">;

/** What the command prints would stand in a pane's view; without one it stands in the messages. */
export const runShell = defineCommand({
  name: "run-shell",
  alias: "run",
  flags: FLAGS,
  max: 1,
  operand: (_, has) => (has("C") ? "commands-or-string" : "string"),
  usage: "[-bC] [-d delay] [-t target-pane] [shell-command]",
  target: "pane?",
  waits: true,
  run(run) {
    const { args } = run;
    const delayMs = delay(args.d);
    if (args.d === undefined && args.operands.length === 0) return;
    const work = args.C ? commandWork(run) : shellWork(run);
    const done = afterDelay(run, delayMs).then(work);
    return args.b ? inBackground(run, done) : done;
  },
});

function delay(text: string | undefined): number {
  if (text === undefined) return 0;
  const seconds = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isNaN(seconds)) throw new CommandError(`invalid delay time: ${text}`);
  return Math.max(0, seconds * 1000);
}

function afterDelay({ door }: Run, delayMs: number): Promise<void> {
  if (delayMs === 0) return Promise.resolve();
  return new Promise((resolve) => door.context.clock.after(delayMs, resolve));
}

function shellWork(run: Run): () => Promise<void> {
  const { args, call, door } = run;
  const [text] = args.operands;
  if (text === undefined) return () => Promise.resolve();
  const command = expandForTarget(run, text);
  return async () => {
    const { lines, exit } = await shell(run, command);
    for (const line of lines) door.messages.add(line);
    const status = exit.signal === undefined ? (exit.status ?? 0) : exit.signal + 128;
    if (exit.signal !== undefined) door.messages.add(`'${command}' terminated by signal ${exit.signal}`);
    else if (status !== 0) door.messages.add(`'${command}' returned ${status}`);
    if (!args.b) call.status = status;
  };
}

/** -C: tmux commands. In the background they are on their own; else they follow in this call's queue. */
function commandWork(run: Run): () => Promise<void> {
  const { args, door, queue, state } = run;
  const [value] = args.values;
  const list =
    value instanceof CommandList ? value : door.parseText(expandForTarget(run, (value as string) ?? ""));
  return async () => {
    if (args.b) door.runInBackground([list], newState({ current: state.current }));
    else queue.insert(list, state);
  };
}
