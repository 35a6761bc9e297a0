import { sessionTarget } from "../../../core/target/current-target.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { accepted, INT_MAX, parseNumber, parseSize } from "./shared/parse-number.ts";

const FLAGS = "bdfhvp:l:s:t:";
type Run = CommandRun<typeof FLAGS, "pane", "pane">;

export const joinPane = defineCommand({
  name: "join-pane",
  alias: "joinp",
  flags: FLAGS,
  usage: "[-bdfhv] [-l size] [-s src-pane] [-t dst-pane]",
  source: "pane",
  sourceFlags: { defaultMarked: true },
  target: "pane",
  run: join,
});

export const movePane = defineCommand({ ...joinPane, name: "move-pane", alias: "movep" });

function join(run: Run): void {
  const { args, source, target, mux, state } = run;
  // Unzooms before any check and before percentages are computed, because a zoomed pane is as large as its window.
  for (const { window } of [target, source]) if (window.zoomed) mux.toggleZoom(window.active);
  if (source.pane === target.pane) throw new CommandError("source and target panes must be different");
  const size = length(run);
  mux.joinPane(source.pane, target.pane, {
    direction: args.h ? "left-right" : "top-bottom",
    before: args.b,
    full: args.f,
    detached: args.d,
    link: target.link,
    ...(size !== undefined && { size }),
  });
  if (!args.d) state.current = sessionTarget(target.session);
}

function length({ args, target: { pane } }: Run): number | undefined {
  const whole = args.h ? pane.cols : pane.rows;
  if (args.l !== undefined) return accepted("size", parseSize(args.l, { min: 0, max: INT_MAX, whole }));
  if (args.p === undefined) return undefined;
  return Math.floor((whole * accepted("size", parseNumber(args.p, { min: 0, max: 100 }))) / 100);
}
