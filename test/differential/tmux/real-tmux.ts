import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { programPath } from "../../setup/need.ts";
import { type Outcome, run } from "./run-program.ts";

/** A real tmux server with a directory and an environment of its own. */
export interface RealTmux {
  readonly dir: string;
  run(...argv: string[]): Promise<Outcome>;
  stop(): Promise<void>;
}

export async function startRealTmux(variables: Readonly<Record<string, string>> = {}): Promise<RealTmux> {
  const dir = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "r"));
  mkdirSync(join(dir, "t"));
  const env = {
    PATH: process.env.PATH!,
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    SHELL: "/bin/sh",
    HOME: dir,
  };
  const environment = { ...env, TMUX_TMPDIR: join(dir, "t"), ...variables };
  const call = (...argv: string[]) =>
    run(programPath("tmux"), ["-f", "/dev/null", ...argv], { env: environment, cwd: dir });
  return {
    dir,
    run: call,
    async stop() {
      await call("kill-server");
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
