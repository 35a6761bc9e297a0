import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { fnmatch } from "../../../../core/text/fnmatch.ts";

/** Files that match a shell pattern, sorted; a path without a pattern matches itself if it exists. */
export function glob(pattern: string, cwd: string): readonly string[] {
  const path = resolve(cwd, pattern);
  const parts = path.split("/").slice(1);
  let found = [""];
  for (const part of parts) found = found.flatMap((directory) => matches(directory, part));
  return found;
}

function matches(directory: string, part: string): readonly string[] {
  if (!/[*?[\\]/.test(part)) return existsSync(`${directory}/${part}`) ? [`${directory}/${part}`] : [];
  return entries(directory)
    .filter((name) => (part.startsWith(".") || !name.startsWith(".")) && fnmatch(part, name))
    .sort()
    .map((name) => `${directory}/${name}`);
}

function entries(directory: string): readonly string[] {
  try {
    return readdirSync(`${directory}/`);
  } catch {
    return [];
  }
}
