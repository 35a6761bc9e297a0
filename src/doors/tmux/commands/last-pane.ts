import { defineCommand } from "../define-command.ts";
import { selectLastPane } from "./shared/select-last-pane.ts";

export const lastPane = defineCommand({
  name: "last-pane",
  alias: "lastp",
  flags: "det:Z",
  max: 0,
  usage: "[-deZ] [-t target-window]",
  target: "window",
  run: (run) => selectLastPane(run),
});
