import { showLines } from "../../../core/modes/copy/view-mode.ts";
import { bestSession } from "../../../core/target/current-target.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expandForTarget } from "../formats/expand.ts";
import { inBackground, runShell as shell } from "../jobs/shell-jobs.ts";

const FLAGS = "bd:Ct:";
type Run = CommandRun<typeof FLAGS, "pane?">;

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
    const done = afterDelay(run, delayMs).then(work);
    return args.b ? inBackground(run, done) : done;
  },
});

/** A number as the C library reads it; no text at all is 0. */
const DELAY = /^(?:\s*[+-]?(?:0x[0-9a-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?))?$/i;

function delay(text = ""): number {
  if (!DELAY.test(text)) throw new CommandError(`invalid delay time: ${text}`);
  return Math.max(0, (Number(text) || 0) * 1000);
}

/** Background work starts after the current commands: after a configuration, which does not wait for it. */
function afterDelay({ args, door }: Run, delayMs: number): Promise<void> {
  if (delayMs === 0 && !args.b) return Promise.resolve();
  return new Promise((resolve) => door.context.clock.after(delayMs, resolve));
}

function shellWork(run: Run): () => Promise<void> {
  const { args, call } = run;
  const [text] = args.operands;
  if (text === undefined) return () => Promise.resolve();
  const command = expandForTarget(run, text);
  return async () => {
    const { lines, exit } = await shell(run, command);
    const status = exit.signal === undefined ? (exit.status ?? 0) : exit.signal + 128;
    const end = exit.signal === undefined ? `returned ${status}` : `terminated by signal ${exit.signal}`;
    show(run, status === 0 ? lines : [...lines, `'${command}' ${end}`]);
    if (!args.b) call.status = status;
  };
}

function show({ args, call, door, mux, server, target }: Run, lines: readonly string[]): void {
  const named = args.t === undefined ? undefined : target.pane;
  const session = (args.b ? undefined : call.caller.client?.session) ?? bestSession(server);
  const pane = named && server.panes.has(named.id) ? named : session?.current.window.active;
  if (pane && lines.length > 0) showLines(mux, pane, { lines, escapes: true, ports: door.copyPorts });
}

/** -C: tmux commands. In the background they are those of the client; else they follow in this call's queue. */
function commandWork(run: Run): () => void {
  const { args, client, door, queue, state } = run;
  const [value = ""] = args.values;
  const given = typeof value === "string" ? expandForTarget(run, value) : value;
  return () => {
    const list = typeof given === "string" ? door.parseText(given) : given;
    if (args.b) door.runLater(list, client);
    else queue.insert(list, state);
  };
}
