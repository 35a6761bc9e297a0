import { MuxError } from "../../../core/errors.ts";
import { decodePrintable } from "../../../core/screen/printable.ts";
import { encodeUtf8 } from "../../../core/text/utf8.ts";
import type { Pane, Window } from "../../../core/tree/tree.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expandForTarget } from "../formats/expand.ts";
import { insertHook } from "../queue/prepare-run.ts";
import { directionOf } from "./resize-pane.ts";

const FLAGS = "DdegLlMmP:RT:t:UZ";
type Run = CommandRun<typeof FLAGS, "pane">;

export const selectPane = defineCommand({
  name: "select-pane",
  alias: "selectp",
  flags: FLAGS,
  usage: "[-DdeLlMmRUZ] [-T title] [-t target-pane]",
  target: "pane",
  run(run) {
    const { args, target, mux, call } = run;
    if (args.l) return selectLastPane(run);
    if (args.m || args.M) return mark(run);
    if (args.P !== undefined) setStyle(run, args.P);
    if (args.g) return call.print(target.pane.options.get("window-style") ?? "");
    const direction = directionOf(args);
    const pane = direction ? mux.paneInDirection(target.pane, direction) : target.pane;
    if (!pane) return;
    if (args.e || args.d) mux.setInputOff(pane, !args.e);
    else if (args.T !== undefined) setTitle(run, pane, args.T);
    else select(run, pane);
  },
});

/** As in tmux the pane keeps its title if the new one has a character that cannot be printed. */
function setTitle(run: Run, pane: Pane, format: string): void {
  const title = decodePrintable(encodeUtf8(expandForTarget(run, format)));
  if (title === undefined) return;
  run.mux.setPaneTitle(pane, title);
  pane.screen.title = pane.title;
}

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

export const lastPane = defineCommand({
  name: "last-pane",
  alias: "lastp",
  flags: "det:Z",
  usage: "[-deZ] [-t target-window]",
  target: "window",
  run: (run) => selectLastPane(run),
});

/** last-pane and `select-pane -l`: selects the previously active pane, or with -d and -e switches its input. */
function selectLastPane({
  args,
  target,
  mux,
  state,
}: Pick<CommandRun<"deZ", "pane">, "args" | "target" | "mux" | "state">): void {
  if (args.e || args.d) {
    mux.setInputOff(previousPane(target.window), !args.e);
    return;
  }
  const pane = mux.lastPane(target.window, { keepZoom: args.Z });
  state.current = { ...target, pane };
}

/** In a window with two panes the other pane counts as the last one, even if it was never active. */
function previousPane(window: Window): Pane {
  const other = window.panes.length === 2 ? window.panes.find((pane) => pane !== window.active) : undefined;
  const pane = window.last ?? other;
  if (!pane) throw new CommandError("no last pane");
  return pane;
}
