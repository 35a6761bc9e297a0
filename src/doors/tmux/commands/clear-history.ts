import { defineCommand } from "../define-command.ts";

/** -H also forgets hyperlinks in later versions; ours live in the lines that go. */
export const clearHistory = defineCommand({
  name: "clear-history",
  alias: "clearhist",
  flags: "Ht:",
  max: 0,
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
