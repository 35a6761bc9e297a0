import { accessSync, constants } from "node:fs";
import { basename } from "node:path";
import type { OptionRules } from "../core/options/option-value.ts";

/** Values that only the system can judge. Commands are parsed by the door that sets them. */
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
