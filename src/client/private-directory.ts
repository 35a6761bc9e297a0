import { lstatSync } from "node:fs";

/**
 * Why the directory of the daemon's socket is not private to this user; undefined if it is private, or does not exist
 * yet. Any user can create a name below /tmp first: a client must not connect to a socket in another user's directory,
 * nor trust its content. native/client/runtime-directory.c applies the same rule.
 */
export function whyNotPrivate(directory: string, uid = process.getuid!()): string | undefined {
  const stat = lstatSync(directory, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (stat.isSymbolicLink()) return `${directory} is a symbolic link`;
  if (!stat.isDirectory()) return `${directory} is not a directory`;
  if (stat.uid !== uid) return `${directory} belongs to another user`;
  return (stat.mode & 0o077) === 0 ? undefined : `${directory} is open to other users: chmod 700 it`;
}

/**
 * The directory below /run/user if that belongs to the user, else one in /tmp. The client (native/client/runtime-directory.c)
 * follows the same rule.
 */
export function userDirectory(uid: number): string {
  const run = lstatSync(`/run/user/${uid}`, { throwIfNoEntry: false });
  return run?.isDirectory() && run.uid === uid ? `/run/user/${uid}/mullion` : `/tmp/mullion-${uid}`;
}
