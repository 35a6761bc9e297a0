import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

interface Leftover {
  readonly pid: number;
  readonly command: string;
}

/** Time for processes that are ending when the last test ends. */
const GRACE_MS = 20_000;

/** Processes that still belong to an instance below `dir`, after waiting for those that are ending. */
export async function leftBehind(dir: string): Promise<Leftover[]> {
  const deadline = Date.now() + GRACE_MS;
  let left = processesOf(dir);
  while (left.length > 0 && Date.now() < deadline) {
    await delay(50);
    left = processesOf(dir);
  }
  return left;
}

/**
 * A process belongs to an instance if its command line or one of the two variables that place it names the directory.
 */
export function processesOf(dir: string): Leftover[] {
  const marks = [`MULLION_DIR=${dir}`, `TMUX_TMPDIR=${dir}`];
  return snapshot()
    .filter(({ pid }) => pid !== process.pid)
    .filter(
      ({ command, environment }) => command.includes(dir) || marks.some((mark) => environment.includes(mark)),
    )
    .map(({ pid, command }) => ({ pid, command }));
}

interface Snapshot extends Leftover {
  readonly environment: string;
}

function snapshot(): Snapshot[] {
  return process.platform === "linux" ? linuxSnapshot() : psSnapshot();
}

function linuxSnapshot(): Snapshot[] {
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "latin1");
    } catch {
      return ""; // The process is gone, or belongs to another user.
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({
      pid: Number(pid),
      command: read(pid, "cmdline").replaceAll("\0", " ").trim(),
      environment: read(pid, "environ"),
    }))
    .filter(({ command }) => command !== ""); // A zombie has no command line; it ends with its parent.
}

function psSnapshot(): Snapshot[] {
  return execFileSync("ps", ["eww", "-axo", "pid=,command="], { encoding: "utf8" })
    .split("\n")
    .map((line) => /^\s*(\d+) (.*)$/.exec(line))
    .filter((match) => match !== null)
    .map((match) => ({ pid: Number(match[1]), command: match[2]!, environment: match[2]! }));
}
