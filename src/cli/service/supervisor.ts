/** What starts the daemon with the user's session and looks after it. */
export interface Supervisor {
  readonly name: SupervisorName;
  /** Where its description of the service stands. */
  readonly file: string;
  /** What it says. */
  readonly definition: string;
  /** Writes it down and puts it into force; a sentence where that fails. */
  install(options: { readonly start: boolean }): string | undefined;
  uninstall(): string | undefined;
  status(): SupervisedState;
  /** Whether this process is the service. */
  runs(pid: number): boolean;
  /** With the description of this version; a sentence where it fails. */
  restart(): string | undefined;
}

export interface SupervisedState {
  readonly installed: boolean;
  /** Undefined where the manager does not tell. */
  readonly active: boolean | undefined;
  readonly pid: number | null;
  /** What the manager said instead of an answer. */
  readonly trouble?: string;
}

export const SUPERVISORS = ["systemd", "launchd"] as const;
export type SupervisorName = (typeof SUPERVISORS)[number];

/** Where an instance other than the user's own lives, and what decides where things stand. */
export function supervisedEnvironment(
  environment: NodeJS.ProcessEnv,
): readonly (readonly [string, string])[] {
  return ["MULLION_DIR", "MULLION_JOURNAL", "TMUX_TMPDIR", "XDG_STATE_HOME"].flatMap((name) => {
    const value = environment[name];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
}
