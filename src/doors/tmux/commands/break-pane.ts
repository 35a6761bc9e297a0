import { sessionTarget } from "../../../core/target/current-target.ts";
import { defineCommand } from "../define-command.ts";
import { printPlace } from "../formats/expand.ts";
import { placeOptions } from "./shared/window-place.ts";

export const breakPane = defineCommand({
  name: "break-pane",
  alias: "breakp",
  flags: "abdPF:n:s:t:",
  usage: "[-abdP] [-F format] [-n window-name] [-s src-pane] [-t dst-window]",
  source: "pane",
  target: "place",
  run(run) {
    const { args, source, target, mux, state } = run;
    const { session } = target;
    const alone = source.window.panes.length === 1;
    const link = mux.breakPane(source.link, source.pane, {
      session,
      ...placeOptions(target, { after: args.a, before: args.b }),
      detached: args.d,
      ...(args.n !== undefined && { name: args.n }),
    });
    // For a pane that is alone in its window the window itself moves, and tmux prints nothing.
    if (alone) return;
    if (run.client) mux.useWindow(run.client, link.window);
    if (!args.d) state.current = sessionTarget(session);
    printPlace(run, { session, link, pane: source.pane });
  },
});
