import { refuseCommand } from "../refuse-command.ts";

export const displayPopup = refuseCommand({
  name: "display-popup",
  alias: "popup",
  flags: "Bb:Cc:d:e:Eh:s:S:t:T:w:x:y:",
  usage:
    "[-BCE] [-b border-lines] [-c target-client] [-d start-directory] [-e environment] [-h height] [-s style] [-S border-style] [-t target-pane][-T title] [-w width] [-x position] [-y position] [shell-command]",
  target: "pane",
  client: "c",
  afterHook: true,
  refused: "it needs an attached terminal",
});
