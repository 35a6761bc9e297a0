import type { LinkWindowOptions } from "../../../core/mux.ts";
import { findTarget, resolvePlace } from "../../../core/target/resolve-target.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { placeOptions } from "./shared/window-place.ts";

export const moveWindow = defineCommand({
  name: "move-window",
  alias: "movew",
  flags: "abdkrs:t:",
  usage: "[-abdkr] [-s src-window] [-t dst-window]",
  source: "window",
  run(run) {
    const { args, source, mux, server, caller } = run;
    if (args.r) {
      const { session } = findTarget({ server, kind: "session", text: args.t, caller });
      // A missing session fails silently, as in tmux.
      if (!session) throw new CommandError("");
      mux.renumberWindows(session);
      return;
    }
    mux.moveWindow(source.link, destination(run));
  },
});

const LINK_FLAGS = "abdks:t:";

export const linkWindow = defineCommand({
  name: "link-window",
  alias: "linkw",
  flags: LINK_FLAGS,
  usage: "[-abdk] [-s src-window] [-t dst-window]",
  source: "window",
  run(run) {
    run.mux.linkWindow(run.source.link, destination(run));
  },
});

/**
 * The destination of move-window and link-window. -t is resolved only here, because -r gives it another meaning. With
 * -s the remaining windows are not renumbered, whatever renumber-windows says.
 */
function destination({
  args,
  server,
  caller,
}: Pick<CommandRun<typeof LINK_FLAGS>, "args" | "server" | "caller">): LinkWindowOptions {
  const place = resolvePlace({ server, text: args.t, caller });
  return {
    session: place.session,
    ...placeOptions(place, { after: args.a, before: args.b }),
    replace: args.k,
    detached: args.d,
    keepIndexes: args.s !== undefined,
  };
}
