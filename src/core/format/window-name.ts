import { baseName } from "./path-parts.ts";

/**
 * The name that a command gives its window: its first word, without `exec`, quotes and a login shell's dash, and
 * without the directory of an absolute path.
 */
export function windowNameOf(command: string): string {
  const unquoted = command.replace(/^"/, "").replace(/".*$/s, "");
  const started = unquoted.replace(/^exec /, "").replace(/^[ -]+/, "");
  const word = started.replace(/ .*$/s, "");
  const printable = word.replace(/(?<=.)[^!-~]+$/s, "");
  return printable.startsWith("/") ? baseName(printable) : printable;
}
