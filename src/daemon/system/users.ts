import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";

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
