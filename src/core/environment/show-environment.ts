import { MuxError } from "../errors.ts";
import type { Environment, EnvironmentEntry } from "./environment.ts";

export interface ShowEnvironmentOptions {
  /** One variable instead of all. */
  readonly name?: string;
  /** -h: the hidden ones, and only those. */
  readonly hidden?: boolean;
  /** -s: as commands of a Bourne shell. */
  readonly shell?: boolean;
}

/** The lines of show-environment. */
export function showEnvironment(environment: Environment, options: ShowEnvironmentOptions = {}): string[] {
  return selected(environment, options.name)
    .filter((entry) => entry.hidden === (options.hidden ?? false))
    .map(options.shell ? shellLine : plainLine);
}

function selected(environment: Environment, name: string | undefined): readonly EnvironmentEntry[] {
  if (name === undefined) return environment.entries();
  const entry = environment.get(name);
  if (!entry) throw new MuxError("no-such-option", `unknown variable: ${name}`);
  return [entry];
}

function plainLine({ name, value }: EnvironmentEntry): string {
  return value === undefined ? `-${name}` : `${name}=${value}`;
}

function shellLine({ name, value }: EnvironmentEntry): string {
  if (value === undefined) return `unset ${name};`;
  return `${name}="${value.replace(/[$`"\\]/g, "\\$&")}"; export ${name};`;
}
