import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Configuration may hold keys: a new file is private. */
const NEW_FILE_MODE = 0o600;
const MOST_LINKS = 40;

/** The file itself, where the path is a symbolic link, even to a file that does not exist yet. */
function target(path: string, links = 0): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (!isLink || links >= MOST_LINKS) return path;
  return target(resolve(dirname(path), readlinkSync(path)), links + 1);
}

/** The text of a file; undefined if there is none. */
export function readConfig(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Replaces the text of a file in one step, so that the agent never reads a half-written one. Keeps the mode, and writes
 * through a symbolic link. `undefined` removes the file; a link to it stays, with an empty object behind it.
 */
export function writeConfig(path: string, text: string | undefined): void {
  const file = target(path);
  if (text === undefined && file === path) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? NEW_FILE_MODE;
  const next = join(dirname(file), `.${basename(file)}.mullion-${process.pid}`);
  try {
    writeFileSync(next, text ?? "{}\n", { mode: mode & 0o777, flag: "wx" });
    chmodSync(next, mode & 0o7777);
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}
