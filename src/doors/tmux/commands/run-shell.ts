import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expandForTarget } from "../formats/expand.ts";
import { nextDelayName } from "../jobs/delay-names.ts";
import type { DelayedJob } from "../jobs/delayed-jobs.ts";
import { inBackground, runShell as shell } from "../jobs/shell-jobs.ts";
import { showOutcome } from "../jobs/show-outcome.ts";
import { callerDirectory } from "./shared/start-options.ts";

const FLAGS = "bd:Ct:";
type Run = CommandRun<typeof FLAGS, "pane?">;

/** What to do after the delay: in this daemon, and in the next one if this one dies meanwhile. */
interface Work {
  run(): void | Promise<void>;
  readonly record: Pick<DelayedJob, "commands" | "shell">;
}

/** Shows the command's output in view mode: in the pane that -t names, or in the active one. */
export const runShell = defineCommand({
  name: "run-shell",
  alias: "run",
  flags: FLAGS,
  max: 1,
  operand: (_, has) => (has("C") ? "commands-or-string" : "string"),
  usage: "[-bC] [-d delay] [-t target-pane] [shell-command]",
  target: "pane?",
  waits: () => true,
  run(run) {
    const { args } = run;
    const delayMs = delay(args.d);
    if (args.d === undefined && args.operands.length === 0) return;
    const work = args.C ? commandWork(run) : shellWork(run);
    return args.b ? inBackground(run, later(run, delayMs, work)) : afterDelay(run, delayMs).then(work?.run);
  },
});

/** A number as the C library reads it; no text at all is 0. */
const DELAY = /^(?:\s*[+-]?(?:0x[0-9a-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?))?$/i;

function delay(text = ""): number {
  if (!DELAY.test(text)) throw new CommandError(`invalid delay time: ${text}`);
  return Math.max(0, (Number(text) || 0) * 1000);
}

function afterDelay({ call, door }: Run, delayMs: number): Promise<void> {
  if (delayMs === 0) return Promise.resolve();
  return door.callDelays.wait(nextDelayName(call, { configuring: false }), delayMs);
}

/** Background work starts after the current commands: after a configuration, which does not wait for it. */
function later({ call, door }: Run, delayMs: number, work: Work | undefined): Promise<void> {
  const { clock } = door.context;
  if (!work) return Promise.resolve();
  if (delayMs === 0) return new Promise<void>((resolve) => void clock.after(0, resolve)).then(work.run);
  const job = { begunMs: clock.now(), delayMs, ...work.record };
  return door.delayedJobs.add(nextDelayName(call, door), job, work.run);
}

function shellWork(run: Run): Work | undefined {
  const { args, call, door, target } = run;
  const [text] = args.operands;
  if (text === undefined) return undefined;
  const command = expandForTarget(run, text);
  const pane = args.t === undefined ? undefined : target.pane;
  return {
    async run() {
      const outcome = await shell(run, command);
      const session = args.b ? undefined : call.caller.client?.session;
      const status = showOutcome(door, { command, ...outcome }, { pane, session });
      if (!args.b) call.status = status;
    },
    record: {
      shell: {
        command,
        cwd: callerDirectory(run, target.session),
        ...(target.session && { session: target.session.id }),
        ...(pane && { pane: pane.id }),
      },
    },
  };
}

/** -C: tmux commands. In the background they are those of the client; else they follow in this call's queue. */
function commandWork(run: Run): Work {
  const { args, client, door, queue, state } = run;
  const [value = ""] = args.values;
  const given = typeof value === "string" ? expandForTarget(run, value) : value;
  return {
    run() {
      const list = typeof given === "string" ? door.parseText(given) : given;
      if (args.b) door.runLater(list, client);
      else queue.insert(list, state);
    },
    record: { commands: typeof given === "string" ? given : given.print({ exact: true }) },
  };
}
