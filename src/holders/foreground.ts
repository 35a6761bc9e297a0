import type { Foreground } from "../core/ports.ts";
import { processFile, processLink } from "../processes/platform.ts";
import { statFields } from "../processes/process-mark.ts";
import type { HeldState } from "../wire/holder-wire.ts";

/**
 * The foreground process of this process's terminal, read synchronously from /proc. Undefined if there is no /proc or
 * the process is gone.
 */
export function readForeground(pid: number): Foreground | undefined {
  const pgrp = Number(statFields(pid)?.[5]);
  if (!(pgrp > 0)) return undefined;
  // argv[0] unchanged, or the kernel's short name for a process without arguments.
  const argv = (processFile(pgrp, "cmdline") ?? "").split("\0").slice(0, -1);
  const command = argv[0] || (processFile(pgrp, "comm") ?? "").trimEnd();
  return { pgrp, command, argv, cwd: processLink(pgrp, "cwd") || processLink(pid, "cwd") || "" };
}

export function foregroundFromState(state: HeldState): Foreground {
  return { pgrp: state.foregroundPgrp, command: state.command, cwd: state.cwd };
}
