import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Named points at which a test makes the daemon die as by `kill -9`. MULLION_CRASH_AT=NAME[:N] kills the daemon when it
 * reaches the point for the Nth time; the next daemon survives it. Only a private instance (MULLION_DIR) reads the
 * variable.
 */
export type CrashPoint =
  | "before-append"
  | "after-append"
  | "before-launch"
  | "after-launch"
  | "before-answer"
  | "before-forget"
  | "before-taken";

const instance = process.env.MULLION_DIR;
const [wanted, count = "1"] = (instance ? (process.env.MULLION_CRASH_AT ?? "") : "").split(":");
let left = Number(count);

export function crashPoint(name: CrashPoint): void {
  if (name !== wanted) return;
  left -= 1;
  if (left !== 0) return;
  try {
    writeFileSync(join(instance!, `crashed-${name}`), "", { flag: "wx" });
  } catch {
    return; // An earlier daemon already crashed here.
  }
  process.kill(process.pid, "SIGKILL");
}
