import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Named places where a test lets the daemon die as by `kill -9`: MULLION_CRASH_AT=NAME[:N] dies when the place is reached
 * for the Nth time, once; the daemon after it lives. Only a private instance (MULLION_DIR) listens to it.
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
    return; // It has happened.
  }
  process.kill(process.pid, "SIGKILL");
}
