import { spawnSync } from "node:child_process";

/** The service manager, which starts the daemon with the user's session and restarts it. */
export interface Supervisor {
  readonly name: SupervisorName;
  /** Path of the service definition. */
  readonly file: string;
  /** Content of the service definition. */
  readonly definition: string;
  /** Writes and activates the definition. Returns a sentence if that fails. */
  install(options: { readonly start: boolean }): string | undefined;
  uninstall(): string | undefined;
  status(): SupervisedState;
  /** Whether the process with this id is the service. */
  runs(pid: number): boolean;
  /** Restarts the service with this version's definition. Returns a sentence if that fails. */
  restart(): string | undefined;
}

export interface SupervisedState {
  readonly installed: boolean;
  /** Undefined if the manager does not report it. */
  readonly active: boolean | undefined;
  readonly pid: number | null;
  /** The manager's error message, if it gave no answer. */
  readonly trouble?: string;
}

export const SUPERVISORS = ["systemd", "launchd"] as const;
export type SupervisorName = (typeof SUPERVISORS)[number];

/** The variables that choose an instance and where it keeps its files; the service definition sets them. */
export function supervisedEnvironment(
  environment: NodeJS.ProcessEnv,
): readonly (readonly [string, string])[] {
  return ["MULLION_DIR", "MULLION_JOURNAL", "TMUX_TMPDIR", "XDG_STATE_HOME"].flatMap((name) => {
    const value = environment[name];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
}

type ProgramOutcome =
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
