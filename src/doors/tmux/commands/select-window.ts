import { sessionTarget } from "../../../core/target/current-target.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { insertHook } from "../queue/prepare-run.ts";

const FLAGS = "lnpTt:";
type AnyRun = Omit<CommandRun<string, "session">, "args">;

export const selectWindow = defineCommand({
  name: "select-window",
  alias: "selectw",
  flags: FLAGS,
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
  usage: "[-a] [-t target-session]",
  target: "session",
  run(run) {
    run.mux.nextWindow(run.target.session, { alert: run.args.a });
    afterSelectWindow(run);
  },
});

export const previousWindow = defineCommand({
  ...nextWindow,
  name: "previous-window",
  alias: "prev",
  run(run) {
    run.mux.previousWindow(run.target.session, { alert: run.args.a });
    afterSelectWindow(run);
  },
});

export const lastWindow = defineCommand({
  name: "last-window",
  alias: "last",
  flags: "t:",
  usage: "[-t target-session]",
  target: "session",
  run(run) {
    run.mux.lastWindow(run.target.session);
    afterSelectWindow(run);
  },
});

/** Every command that selects a window makes it current for the commands that follow, and fires the same hook. */
function afterSelectWindow({ target, state, queue, command, caller, mux }: AnyRun): void {
  const place = sessionTarget(target.session);
  const { client } = caller;
  if (client?.session) mux.useWindow(client, place.window);
  state.current = place;
  insertHook(queue, "after-select-window", { place, command });
}
