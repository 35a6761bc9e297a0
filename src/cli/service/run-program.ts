import { spawnSync } from "node:child_process";

export type ProgramOutcome =
  | { readonly ok: true; readonly stdout: string }
  | { readonly ok: false; readonly sentence: string };

/** Runs a service manager's own program to its end. */
export function runProgram(env: NodeJS.ProcessEnv, argv: readonly string[]): ProgramOutcome {
  const [file = "", ...rest] = argv;
  const { status, stdout, stderr, error } = spawnSync(file, rest, { env, encoding: "utf8", timeout: 30_000 });
  if (error) return { ok: false, sentence: `cannot run ${file}: ${error.message}` };
  if (status === 0) return { ok: true, stdout };
  const said = (stderr.trim() || stdout.trim()).split("\n").join("; ");
  return { ok: false, sentence: `${argv.join(" ")} failed${said === "" ? "" : `: ${said}`}` };
}
