import { defineCommand } from "../define-command.ts";

/** In later versions -H also discards hyperlinks; ours are part of the lines, which are discarded anyway. */
export const clearHistory = defineCommand({
  name: "clear-history",
  alias: "clearhist",
  flags: "Ht:",
  usage: "[-t target-pane]",
  target: "pane",
  afterHook: true,
  laterFlags: "H",
  async run({ target: { pane }, door, mux }) {
    mux.leaveAllModes(pane);
    if (pane.process) await door.hosted.flush(pane);
    pane.screen.clearHistory();
  },
});
