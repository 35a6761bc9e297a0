/**
 * Named places where a test lets the daemon die as by `kill -9`: MULLION_CRASH_AT=NAME[:N] dies at the Nth time the place is
 * reached. Only a private instance (MULLION_DIR) listens to it.
 */
export type CrashPoint =
  | "before-append"
  | "after-append"
  | "before-launch"
  | "after-launch"
  | "before-answer"
  | "before-forget";

const [wanted, count] = (process.env.MULLION_DIR ? (process.env.MULLION_CRASH_AT ?? "") : "").split(":");
let left = Number(count ?? 1);

export function crashPoint(name: CrashPoint): void {
  if (name !== wanted) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
}
