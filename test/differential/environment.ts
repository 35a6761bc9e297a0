import { join } from "node:path";

/** What both sides of a comparison see of the world, so that what they show of it is the same too. */
export function plainEnvironment(dir: string): Record<string, string> {
  return {
    PATH: process.env.PATH!,
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    SHELL: "/bin/sh",
    HOME: dir,
    PWD: dir,
    TMUX_TMPDIR: join(dir, "t"),
    MULLION_DIR: join(dir, "m"),
    MULLION_SHELL_INTEGRATION: "0",
    XDG_STATE_HOME: join(dir, "state"),
  };
}
