import { readFileSync } from "node:fs";
import { owner } from "./owner.ts";

/** Home directory of a user by name, from the system's table; of the daemon's owner for an empty name. */
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
