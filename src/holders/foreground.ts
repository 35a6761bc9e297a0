import { readFileSync, readlinkSync } from "node:fs";
import type { Foreground } from "../core/ports.ts";
import type { PaneState } from "../wire/holder-wire.ts";

/**
 * The foreground process of this process's terminal, read synchronously from /proc. Undefined if there is no /proc or
 * the process is gone.
 */
export function readForeground(pid: number): Foreground | undefined {
  try {
    // The name in parentheses may contain any character, so fields are counted from the last parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const pgrp = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[5]);
    if (!(pgrp > 0)) return undefined;
    return { pgrp, command: readCommand(pgrp), cwd: readCwd(pgrp) || readCwd(pid) };
  } catch {
    return undefined;
  }
}

export function foregroundFromState(state: PaneState): Foreground {
  return { pgrp: state.foregroundPgrp, command: state.command, cwd: state.cwd };
}

/** argv[0] unchanged, or the kernel's short name for a process without arguments. */
function readCommand(pid: number): string {
  try {
    const first = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0", 1)[0]!;
    return first !== "" ? first : readFileSync(`/proc/${pid}/comm`, "utf8").trimEnd();
  } catch {
    return "";
  }
}

function readCwd(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}
