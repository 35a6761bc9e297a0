import { basename } from "node:path";
import { isExecutable } from "../../cli/executables.ts";
import type { OptionRules } from "../../core/options/option-value.ts";
import { owner } from "../system/users.ts";

/** Validates option values that only the system can judge. */
export const optionRules: OptionRules = {
  suitableShell: (path) => path.startsWith("/") && basename(path) !== "tmux" && isExecutable(path),
};

/** The shell of the user who creates a server: $SHELL, else the one in the password file, else /bin/sh. */
export function userShell(environment: ReadonlyMap<string, string>): string {
  const suitable = (shell: string | null | undefined) => shell && optionRules.suitableShell(shell);
  const named = environment.get("SHELL");
  if (suitable(named)) return named!;
  const { shell } = owner();
  return suitable(shell) ? shell! : "/bin/sh";
}
