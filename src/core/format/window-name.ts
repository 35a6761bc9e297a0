import { baseName } from "./path-parts.ts";

/**
 * The name that a command gives to its window: its first word without `exec`, quotes, a login shell's dash and, for an
 * absolute path, without the directory.
 */
export function windowNameOf(command: string): string {
  const unquoted = command.replace(/^"/, "").replace(/".*$/s, "");
  const started = unquoted.replace(/^exec /, "").replace(/^[ -]+/, "");
  const word = started.replace(/ .*$/s, "");
  const printable = word.replace(/(?<=.)[^!-~]+$/s, "");
  return printable.startsWith("/") ? baseName(printable) : printable;
}
