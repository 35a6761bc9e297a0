import { withoutEnd } from "../text/without-end.ts";

/** basename(3) and dirname(3): a path without slashes is in `.`, slashes at the end do not count. */

export function baseName(path: string): string {
  if (path === "") return ".";
  const trimmed = withoutTrailing(path);
  return trimmed === "/" ? "/" : trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

export function dirName(path: string): string {
  const trimmed = withoutTrailing(path);
  const slash = trimmed.lastIndexOf("/");
  if (slash < 0 || path === "") return ".";
  return withoutTrailing(trimmed.slice(0, slash + 1));
}

/** Never empty unless the path was. */
function withoutTrailing(path: string): string {
  const trimmed = withoutEnd(path, "/");
  return trimmed === "" && path !== "" ? "/" : trimmed;
}

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
