import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first program of this name in the directories of a PATH. */
export function findOnPath(name: string, path: string): string | undefined {
  const directories = path.split(delimiter).filter((directory) => directory !== "");
  return directories
    .map((directory) => join(directory, name))
    .find((file) => isExecutable(file) && statSync(file, { throwIfNoEntry: false })?.isFile());
}
