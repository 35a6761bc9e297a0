import type { Dirent } from "node:fs";
import { opendir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

const MAX_FOUND = 50;
/** Entries that are read of one directory. */
const MAX_READ = 20_000;

/**
 * Directories whose path begins with `prefix`, absolute and sorted. A path that is not absolute begins at the home
 * directory, as `~` does. Hidden ones appear if the prefix names a dot.
 */
export async function completeDirectory(prefix: string, home: string): Promise<string[]> {
  const typed = prefix === "~" ? "~/" : prefix;
  const start = typed.slice(typed.lastIndexOf("/") + 1);
  const above = typed.slice(0, typed.length - start.length);
  const directory = resolve(home, above.replace(/^~\//, `${home}/`));
  const found: string[] = [];
  for (const entry of await entriesOf(directory)) {
    const { name } = entry;
    if (!name.startsWith(start) || (name.startsWith(".") && !start.startsWith("."))) continue;
    if (await isDirectory(directory, entry)) found.push(join(directory, name));
    if (found.length === MAX_FOUND) break;
  }
  return found;
}

/** Sorted; empty for a directory that does not exist or cannot be read. */
async function entriesOf(directory: string): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  try {
    for await (const entry of await opendir(directory)) if (entries.push(entry) >= MAX_READ) break;
  } catch {
    return [];
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function isDirectory(directory: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return await stat(join(directory, entry.name)).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
