import { openClockMode } from "../../../core/modes/clock/clock-mode.ts";
import { defineCommand } from "../define-command.ts";
import { timeZone } from "../formats/time-zone.ts";

export const clockMode = defineCommand({
  name: "clock-mode",
  flags: "t:",
  max: 0,
  usage: "[-t target-pane]",
  target: "pane",
  afterHook: true,
  run({ mux, target, door }) {
    openClockMode(mux, target.pane, { clock: door.context.clock, zone: timeZone });
  },
});
