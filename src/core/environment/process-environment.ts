import { compareBytes } from "../text/compare-bytes.ts";
import type { Environment, EnvironmentEntry } from "./environment.ts";

/**
 * The environment of a new process: the session's entries override the global ones; removed and hidden entries are
 * left out. Sorted by name, as in tmux.
 */
export function processEnvironment(global: Environment, session?: Environment): Map<string, string> {
  const merged = new Map<string, EnvironmentEntry>();
  for (const environment of session ? [global, session] : [global]) {
    for (const entry of environment.entries()) merged.set(entry.name, entry);
  }
  const given = new Map<string, string>();
  for (const name of [...merged.keys()].sort(compareBytes)) {
    const { value, hidden } = merged.get(name)!;
    if (name !== "" && value !== undefined && !hidden) given.set(name, value);
  }
  return given;
}
