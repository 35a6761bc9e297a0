import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { attempt } from "../../core/attempt.ts";
import { ownUserId } from "../../processes/platform.ts";

/**
 * The daemon's owner as the password file describes it. A user id need not have an entry: containers run under any id.
 */
interface User {
  readonly uid: number;
  /** Empty if the id has no entry, as tmux's #{user} is. */
  readonly username: string;
  readonly homedir: string | undefined;
  readonly shell: string | null;
}

export function owner(): User {
  const unlisted = { uid: ownUserId(), username: "", homedir: process.env.HOME, shell: null };
  return attempt(() => userInfo()) ?? unlisted;
}

/** Home directory of a user, from the password file; an empty name means the daemon's owner. */
export function homeOf(user: string): string | undefined {
  const own = owner();
  return user === "" || user === own.username ? own.homedir : passwordEntry(user)?.[5];
}

/**
 * A user's id by name: from the password file, else from `id`, which also asks the system's other sources (a directory
 * service, macOS). Undefined: there is no such user.
 */
export function uidOf(name: string): Promise<number | undefined> {
  const listed = passwordEntry(name)?.[2];
  if (listed !== undefined) return Promise.resolve(Number(listed));
  // `id` would read a number as an id, and a leading dash as an option.
  if (!/^[A-Za-z_][^\s:]*$/.test(name)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    execFile("id", ["-u", name], { timeout: 5000 }, (error, stdout) => {
      const uid = Number.parseInt(stdout, 10);
      resolve(error || !(uid >= 0) ? undefined : uid);
    });
  });
}

function passwordEntry(name: string): readonly string[] | undefined {
  const lines = attempt(() => readFileSync("/etc/passwd", "utf8"))?.split("\n") ?? [];
  return lines.map((line) => line.split(":")).find(([first]) => first === name);
}
