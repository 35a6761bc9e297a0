/**
 * An environment as tmux keeps it, global or of a session: a name may hold a value, or be marked as removed (`-r`), and
 * may be hidden (`-h`: usable in formats and configuration, not given to processes).
 */
export interface EnvironmentEntry {
  readonly name: string;
  /** Undefined: the name is removed from the environment of new processes. */
  readonly value: string | undefined;
  readonly hidden: boolean;
}

export interface Environment {
  /** In the order tmux prints them: by name. */
  entries(): readonly EnvironmentEntry[];
  get(name: string): EnvironmentEntry | undefined;
}
