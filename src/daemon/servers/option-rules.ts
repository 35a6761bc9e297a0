import { accessSync, constants } from "node:fs";
import { basename } from "node:path";
import type { OptionRules } from "../../core/options/option-value.ts";

/** Validates option values that only the system can judge. The door that sets a command parses it. */
export const optionRules: OptionRules = {
  command: (text) => text,
  suitableShell(path) {
    if (!path.startsWith("/") || basename(path) === "tmux") return false;
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
};
