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
  const trimmed = path.replace(/\/+$/, "");
  return trimmed === "" && path !== "" ? "/" : trimmed;
}
