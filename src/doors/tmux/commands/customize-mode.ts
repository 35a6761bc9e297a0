import { refuseCommand } from "../refuse-command.ts";

export const customizeMode = refuseCommand({
  name: "customize-mode",
  flags: "F:f:Nt:Z",
  max: 0,
  usage: "[-NZ] [-F format] [-f filter] [-t target-pane]",
  target: "pane",
  refused: "set-option and bind-key do the same",
});
