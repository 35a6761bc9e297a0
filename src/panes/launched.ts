import type { PaneStart } from "../core/tree/tree.ts";

/** What a person may start again: a program and its arguments, and the directory that it ran in. */
export interface Launched {
  /** Empty for the user's shell. */
  readonly command: readonly string[];
  readonly cwd: string;
}

/** A command that a shell read is started again through that shell. */
export function launchedAs({ command, direct, argv, cwd }: PaneStart): Launched {
  const isShellText = command.length === 1 && !direct;
  return { command: isShellText ? argv : command, cwd };
}
