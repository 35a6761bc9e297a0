import { basename } from "node:path";
import { type Check, good, note } from "./finding.ts";

const INTEGRATED = ["bash", "zsh", "fish"];

export const checkShell: Check = {
  name: "shell integration",
  run({ environment }) {
    const shell = environment.SHELL ?? "/bin/sh";
    if (environment.MULLION_SHELL_INTEGRATION === "0") {
      return [note("turned off by MULLION_SHELL_INTEGRATION=0", "unset MULLION_SHELL_INTEGRATION")];
    }
    if (!INTEGRATED.includes(basename(shell))) {
      return [
        note(
          `${shell} has none: a login profile may put another tmux first on PATH`,
          `use one of ${INTEGRATED.join(", ")}`,
        ),
      ];
    }
    return [good(`on for ${shell}`)];
  },
};
