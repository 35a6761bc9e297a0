import { MuxError } from "../../../core/errors.ts";
import type { PaneDirection } from "../../../core/layout/neighbours.ts";
import type { Pane } from "../../../core/tree/tree.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expandForTarget } from "../formats/expand.ts";
import { insertHook } from "../queue/prepare-run.ts";
import { selectLastPane } from "./shared/select-last-pane.ts";

const FLAGS = "DdegLlMmP:RT:t:UZ";
type Run = CommandRun<typeof FLAGS, "pane">;

const DIRECTIONS: readonly (readonly ["L" | "R" | "U" | "D", PaneDirection])[] = [
  ["L", "left"],
  ["R", "right"],
  ["U", "up"],
  ["D", "down"],
];

export const selectPane = defineCommand({
  name: "select-pane",
  alias: "selectp",
  flags: FLAGS,
  max: 0,
  usage: "[-DdeLlMmRUZ] [-T title] [-t target-pane]",
  target: "pane",
  run(run) {
    const { args, target, mux, call } = run;
    if (args.l) return selectLastPane(run);
    if (args.m || args.M) return mark(run);
    if (args.P !== undefined) setStyle(run, args.P);
    if (args.g) return call.print(target.pane.options.get("window-style") ?? "");
    const direction = DIRECTIONS.find(([flag]) => args[flag])?.[1];
    const pane = direction ? mux.paneInDirection(target.pane, direction) : target.pane;
    if (!pane) return;
    if (args.e || args.d) mux.setInputOff(pane, !args.e);
    else if (args.T !== undefined) {
      mux.setPaneTitle(pane, expandForTarget(run, args.T));
      pane.screen.title = pane.title;
    } else select(run, pane);
  },
});

function select({ args, target, mux, state, queue, command, call }: Run, pane: Pane): void {
  const { client } = call.caller;
  if (!mux.selectPane(pane, { keepZoom: args.Z, client })) return;
  const place = { ...target, pane };
  state.current = place;
  insertHook(queue, "after-select-pane", { place, command });
}

function mark({ args, target, mux }: Run): void {
  if (args.M) mux.clearMark();
  else if (!target.window.zoomed || target.window.active === target.pane)
    mux.toggleMark(target.link, target.pane);
}

/** -P, deprecated in later versions: sets both styles of the pane. */
function setStyle({ target: { pane } }: Run, style: string): void {
  try {
    for (const name of ["window-style", "window-active-style"]) {
      pane.options.set(name, style);
    }
  } catch (error) {
    if (error instanceof MuxError) throw new CommandError(`bad style: ${style}`);
    throw error;
  }
}
