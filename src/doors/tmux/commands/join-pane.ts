import type { Mux } from "../../../core/mux.ts";
import { sessionTarget } from "../../../core/target/current-target.ts";
import type { Target } from "../../../core/target/target.ts";
import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";
import type { QueueState } from "../queue/queue-state.ts";
import { parseNumber, parseSize } from "./shared/parse-number.ts";

export const joinPane = defineCommand({
  name: "join-pane",
  alias: "joinp",
  flags: "bdfhvp:l:s:t:",
  max: 0,
  usage: "[-bdfhv] [-l size] [-s src-pane] [-t dst-pane]",
  source: "pane",
  sourceFlags: { defaultMarked: true },
  target: "pane",
  run: (run) => join(run),
});

export const movePane = defineCommand({
  name: "move-pane",
  alias: "movep",
  flags: "bdfhvp:l:s:t:",
  max: 0,
  usage: "[-bdfhv] [-l size] [-s src-pane] [-t dst-pane]",
  source: "pane",
  sourceFlags: { defaultMarked: true },
  target: "pane",
  run: (run) => join(run),
});

interface JoinRun {
  readonly args: {
    readonly b: boolean;
    readonly d: boolean;
    readonly f: boolean;
    readonly h: boolean;
    readonly l: string | undefined;
    readonly p: string | undefined;
  };
  readonly source: Target;
  readonly target: Target;
  readonly mux: Mux;
  readonly state: QueueState;
}

const INT_MAX = 2147483647;

/** join-pane and move-pane. */
function join(run: JoinRun): void {
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

function length({ args, target: { pane } }: JoinRun): number | undefined {
  const whole = args.h ? pane.cols : pane.rows;
  if (args.l !== undefined) return checked(parseSize(args.l, { min: 0, max: INT_MAX, whole }));
  if (args.p === undefined) return undefined;
  return Math.floor((whole * checked(parseNumber(args.p, { min: 0, max: 100 }))) / 100);
}

function checked(size: number | string): number {
  if (typeof size === "string") throw new CommandError(`size ${size}`);
  return size;
}
