import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { userInfo } from "node:os";

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
  try {
    return userInfo();
  } catch {
    return { uid: process.getuid!(), username: "", homedir: process.env.HOME, shell: null };
  }
}

/** Home directory of a user, from the password file; an empty name means the daemon's owner. */
export function homeOf(user: string): string | undefined {
  const own = owner();
  if (user === "" || user === own.username) return own.homedir;
  try {
    const fields = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .map((line) => line.split(":"));
    return fields.find(([name]) => name === user)?.[5];
  } catch {
    return undefined;
  }
}

/**
 * A user's id by name: from the password file, else from `id`, which also asks the system's other sources (a directory
 * service, macOS). Undefined: there is no such user.
 */
export function uidOf(name: string): Promise<number | undefined> {
  const listed = inTable(name);
  if (listed !== undefined) return Promise.resolve(listed);
  // `id` would read a number as an id, and a leading dash as an option.
  if (!/^[A-Za-z_][^\s:]*$/.test(name)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    execFile("id", ["-u", name], { timeout: 5000 }, (error, stdout) => {
      const uid = Number.parseInt(stdout, 10);
      resolve(error || !(uid >= 0) ? undefined : uid);
    });
  });
}

function inTable(name: string): number | undefined {
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n");
    const fields = lines.map((line) => line.split(":")).find(([first]) => first === name);
    return fields === undefined ? undefined : Number(fields[2]);
  } catch {
    return undefined;
  }
}
