import { isUtf8 } from "node:buffer";
import {
  chmodSync,
  chownSync,
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
import { NotJson } from "./json-text.ts";

/** The file of an agent, as it is and as it becomes; undefined: there is none. */
export interface ConfigChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Configuration may hold keys: a new file is private. */
const NEW_FILE_MODE = 0o600;
const MOST_LINKS = 40;

/** The file itself, where the path is a symbolic link, even to a file that does not exist yet. */
function target(path: string, links = 0): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (!isLink || links >= MOST_LINKS) return path;
  return target(resolve(dirname(path), readlinkSync(path)), links + 1);
}

/** The text of a file; undefined if there is none. Text in another encoding could not be written back as it was. */
export function readConfig(path: string): string | undefined {
  try {
    const bytes = readFileSync(path);
    if (isUtf8(bytes)) return bytes.toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  throw new NotJson("it is not in UTF-8");
}

/**
 * Replaces the text of a file in one step, so that the agent never reads a half-written one. Keeps mode and owner, and
 * writes through a symbolic link. Without a new text, removes the file; a link to it stays, with an empty object behind
 * it. Returns false, and changes nothing, if another program has written the file meanwhile.
 */
export function writeConfig({ path, before, after }: ConfigChange): boolean {
  const file = target(path);
  const isUnchanged = () => readConfig(path) === before;
  if (after === undefined && file === path) {
    const isRemoved = isUnchanged();
    if (isRemoved) rmSync(file, { force: true });
    return isRemoved;
  }
  mkdirSync(dirname(file), { recursive: true });
  const old = statSync(file, { throwIfNoEntry: false });
  const mode = old?.mode ?? NEW_FILE_MODE;
  const next = join(dirname(file), `.${basename(file)}.mullion-${process.pid}`);
  rmSync(next, { force: true });
  try {
    writeFileSync(next, after ?? "{}\n", { mode: mode & 0o777, flag: "wx" });
    if (old) chownSync(next, old.uid, old.gid);
    chmodSync(next, mode & 0o7777);
    const isWritten = isUnchanged();
    if (isWritten) renameSync(next, file);
    return isWritten;
  } finally {
    rmSync(next, { force: true });
  }
}
