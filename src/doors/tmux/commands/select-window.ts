import type { Mux } from "../../../core/mux.ts";
import { sessionTarget } from "../../../core/target/current-target.ts";
import type { Caller, Target } from "../../../core/target/target.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import type { Command } from "../parse-commands/command.ts";
import { insertHook } from "../queue/prepare-run.ts";
import type { CommandQueue } from "../queue/queue.ts";
import type { QueueState } from "../queue/queue-state.ts";

const FLAGS = "lnpTt:";

export const selectWindow = defineCommand({
  name: "select-window",
  alias: "selectw",
  flags: FLAGS,
  max: 0,
  usage: "[-lnpT] [-t target-window]",
  target: "window",
  run(run) {
    select(run);
    afterSelectWindow(run);
  },
});

/** -T selects the previous window if the target is already current. */
function select({ args, mux, target: { session, link } }: CommandRun<typeof FLAGS, "window">): void {
  if (args.n) mux.nextWindow(session);
  else if (args.p) mux.previousWindow(session);
  else if (args.l || (args.T && link === session.current)) mux.lastWindow(session);
  else mux.selectWindow(link);
}

export const nextWindow = defineCommand({
  name: "next-window",
  alias: "next",
  flags: "at:",
  max: 0,
  usage: "[-a] [-t target-session]",
  target: "session",
  run(run) {
    run.mux.nextWindow(run.target.session, { alert: run.args.a });
    afterSelectWindow(run);
  },
});

export const previousWindow = defineCommand({
  name: "previous-window",
  alias: "prev",
  flags: "at:",
  max: 0,
  usage: "[-a] [-t target-session]",
  target: "session",
  run(run) {
    run.mux.previousWindow(run.target.session, { alert: run.args.a });
    afterSelectWindow(run);
  },
});

export const lastWindow = defineCommand({
  name: "last-window",
  alias: "last",
  flags: "t:",
  max: 0,
  usage: "[-t target-session]",
  target: "session",
  run(run) {
    run.mux.lastWindow(run.target.session);
    afterSelectWindow(run);
  },
});

/** Every command that selects a window makes it current for the commands that follow, and fires the same hook. */
function afterSelectWindow(run: {
  readonly target: Target;
  readonly state: QueueState;
  readonly queue: CommandQueue;
  readonly command: Command;
  readonly caller: Caller;
  readonly mux: Mux;
}): void {
  const place = sessionTarget(run.target.session);
  const { client } = run.caller;
  if (client?.session) run.mux.useWindow(client, place.window);
  run.state.current = place;
  insertHook(run.queue, "after-select-window", { place, command: run.command });
}
