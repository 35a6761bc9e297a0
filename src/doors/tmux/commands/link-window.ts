import { defineCommand } from "../define-command.ts";
import { destination } from "./shared/move-link-window.ts";

export const linkWindow = defineCommand({
  name: "link-window",
  alias: "linkw",
  flags: "abdks:t:",
  max: 0,
  usage: "[-abdk] [-s src-window] [-t dst-window]",
  source: "window",
  run(run) {
    run.mux.linkWindow(run.source.link, destination(run));
  },
});
