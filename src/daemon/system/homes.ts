import { readFileSync } from "node:fs";
import { owner } from "./owner.ts";

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
