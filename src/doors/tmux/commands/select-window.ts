import { type CommandRun, defineCommand } from "../define-command.ts";
import { afterSelectWindow } from "./shared/after-select-window.ts";

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
