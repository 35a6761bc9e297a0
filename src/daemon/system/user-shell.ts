import { optionRules } from "../servers/option-rules.ts";
import { owner } from "./owner.ts";

/** The shell of the user who creates a server: $SHELL, else the one in the password file, else /bin/sh. */
export function userShell(environment: ReadonlyMap<string, string>): string {
  const suitable = (shell: string | null | undefined) => shell && optionRules.suitableShell(shell);
  const named = environment.get("SHELL");
  if (suitable(named)) return named!;
  const { shell } = owner();
  return suitable(shell) ? shell! : "/bin/sh";
}
