import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Outcome, runProgram } from "../../fixtures/run-program.ts";
import { programPath } from "../../setup/need.ts";
import { plainEnvironment } from "../environment.ts";

/** A real tmux server with a directory and an environment of its own. */
export interface RealTmux {
  readonly dir: string;
  run(...argv: string[]): Promise<Outcome>;
  stop(): Promise<void>;
}

export async function startRealTmux(variables: Readonly<Record<string, string>> = {}): Promise<RealTmux> {
  const dir = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "r"));
  mkdirSync(join(dir, "t"));
  const env = { ...plainEnvironment(dir), ...variables };
  const call = (...argv: string[]) =>
    runProgram(programPath("tmux"), ["-f", "/dev/null", ...argv], { env, cwd: dir });
  return {
    dir,
    run: call,
    async stop() {
      await call("kill-server");
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
