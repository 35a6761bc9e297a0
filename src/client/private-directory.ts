import { lstatSync } from "node:fs";

/**
 * Why a directory that holds the daemon's socket is not this user's alone; undefined where it is, or where there is none
 * yet. Names below /tmp can be taken by anybody first: who finds another's directory there must not speak to what
 * listens in it, nor believe what it holds. native/runtime-directory.c says the same.
 */
export function whyNotPrivate(directory: string, uid = process.getuid!()): string | undefined {
  const stat = lstatSync(directory, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (stat.isSymbolicLink()) return `${directory} is a symbolic link`;
  if (!stat.isDirectory()) return `${directory} is not a directory`;
  if (stat.uid !== uid) return `${directory} belongs to another user`;
  return (stat.mode & 0o077) === 0 ? undefined : `${directory} is open to other users: chmod 700 it`;
}
