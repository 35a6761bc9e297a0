import { openClockMode } from "../../../core/modes/clock/clock-mode.ts";
import { CopyMode, dragWithMouse, openCopyMode } from "../../../core/modes/copy/copy-mode.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { timeZone } from "../formats/time-zone.ts";

const FLAGS = "eHMs:t:uq";
type Run = CommandRun<typeof FLAGS, "pane", "pane">;

export const copyMode = defineCommand({
  name: "copy-mode",
  flags: FLAGS,
  usage: "[-eHMuq] [-s src-pane] [-t target-pane]",
  source: "pane",
  target: "pane",
  afterHook: true,
  async run(run) {
    const { args, mux, target, source, door } = run;
    if (args.q) return mux.leaveAllModes(target.pane);
    const pane = args.M ? mousePane(run) : target.pane;
    if (!pane) return;
    const shown = args.s === undefined ? pane : source.pane;
    if (shown.process) await door.hosted.flush(shown);
    const opened = openCopyMode(mux, pane, {
      source: shown,
      leaveAtEnd: args.e,
      hidePosition: args.H,
      ports: door.copyPorts,
    });
    if (args.M && opened) drag(run);
    const [mode] = pane.modes;
    if (args.u && mode instanceof CopyMode) mode.pageUp();
  },
});

/** Starts a selection with the mouse drag that opened copy mode. */
function drag({ client, door, state }: Run): void {
  const face = client && door.faces.of(client);
  const mouse = state.press?.mouse;
  if (face && mouse) dragWithMouse(mouse, (handler) => face.keys.drag(handler));
}

/** -M: the pane under the mouse, if the client is attached to its session. */
function mousePane({ client, state }: Run): Run["target"]["pane"] | undefined {
  const { pane, link } = state.press?.mouse ?? {};
  return link && client?.session === link.session ? pane : undefined;
}

export const clockMode = defineCommand({
  name: "clock-mode",
  flags: "t:",
  usage: "[-t target-pane]",
  target: "pane",
  afterHook: true,
  run({ mux, target, door }) {
    openClockMode(mux, target.pane, { clock: door.context.clock, zone: timeZone });
  },
});
