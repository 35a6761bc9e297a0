import { spawn } from "node:child_process";
import { processFile } from "../../src/processes/platform.ts";

/**
 * Whether this system shows an ordinary user the system call of a process that it has started, and with it the time limit of a
 * poll. Yama hides it from all of them with kernel.yama.ptrace_scope=2. With 1, as on Ubuntu, a process sees that of its
 * descendants: a test those of its programs, and a daemon those of panes that it has not taken over from an earlier one.
 */
export function isSystemCallShown(): boolean {
  const child = spawn("sleep", ["60"], { stdio: "ignore" });
  try {
    return processFile(child.pid!, "syscall") !== undefined;
  } finally {
    child.kill("SIGKILL");
  }
}
