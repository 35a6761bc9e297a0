import { readdirSync, readFileSync } from "node:fs";

/** The processes of an instance, as the system reports them. Linux only, like the campaign. */
export function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/** The daemon's child that starts holders. */
export function launcherOf(daemon: number): number | undefined {
  return processes().find((pid) => {
    try {
      return parentOf(pid) === daemon && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("launcher");
    } catch {
      return false; // The process has ended meanwhile.
    }
  });
}

function processes(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Sends a signal to a process that may be gone. */
export function signal(pid: number | undefined, name: NodeJS.Signals): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
