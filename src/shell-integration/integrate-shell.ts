import { basename, join } from "node:path";
import { bashReadsEnv } from "../processes/platform.ts";

/**
 * How an interactive shell is started so that it reads our integration and then everything it would have read anyway.
 * Each shell has its own way in, chosen for the least that its user can notice:
 *
 * - bash is started in POSIX mode, where it reads $ENV instead of its own files; our file leaves that mode and reads
 *   them. `shopt login_shell`, `logout` and ~/.bash_logout work as ever.
 * - zsh finds our .zshenv through ZDOTDIR, which that file gives back before anything else.
 * - fish runs a command after its configuration.
 *
 * Only a plain interactive start is touched: any other argument means that the user has a plan.
 */
export interface ShellStart {
  /** Path of the shell program. */
  readonly file: string;
  /** With argv[0], which begins with a dash for a login shell. */
  readonly argv: readonly string[];
  readonly environment: ReadonlyMap<string, string>;
  /** Root of this package: contains shell/. */
  readonly root: string;
  /** The directory of our programs. */
  readonly bin: string;
  readonly platform?: NodeJS.Platform;
}

export interface IntegratedShell {
  readonly argv: readonly string[];
  readonly environment: ReadonlyMap<string, string>;
  /** False: argv and environment are unchanged. */
  readonly active: boolean;
}

interface Start extends ShellStart {
  readonly login: boolean;
}

type Changes = {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
};

const LOGIN_FLAGS = new Set(["-l", "--login"]);
const INTERACTIVE_FLAGS = new Set(["-i", "--interactive"]);

export function integrateShell(start: ShellStart): IntegratedShell {
  const [name = "", ...flags] = start.argv;
  const integrate = integrations.get(basename(start.file));
  const plain = flags.every((flag) => LOGIN_FLAGS.has(flag) || INTERACTIVE_FLAGS.has(flag));
  const login = name.startsWith("-") || flags.some((flag) => LOGIN_FLAGS.has(flag));
  const off = start.environment.get("MULLION_SHELL_INTEGRATION") === "0";
  const changes = integrate === undefined || !plain || off ? undefined : integrate({ ...start, login });
  if (changes === undefined) return { argv: start.argv, environment: start.environment, active: false };
  const environment = new Map(start.environment);
  environment.set("MULLION_BIN", start.bin);
  for (const [key, value] of Object.entries(changes.environment)) {
    if (value !== undefined) environment.set(key, value);
  }
  return { argv: changes.argv, environment, active: true };
}

const integrations = new Map<string, (start: Start) => Changes | undefined>([
  ["bash", integrateBash],
  ["zsh", integrateZsh],
  ["fish", integrateFish],
]);

/** A user who asked for POSIX mode is left alone: the integration would leave that mode. */
function integrateBash(start: Start): Changes | undefined {
  const { argv, environment, login, root } = start;
  if (environment.has("POSIXLY_CORRECT")) return undefined;
  const script = join(root, "shell/bash/mullion.bash");
  const kind = { MULLION_BASH: login ? "login" : "plain" };
  const [name = "bash", ...flags] = argv;
  if (needsRcfile(start))
    return { argv: [name.replace(/^-/, ""), "--rcfile", script, "-i"], environment: kind };
  return {
    argv: [name, "--posix", ...flags],
    environment: { ...kind, ENV: script, MULLION_BASH_ENV: environment.get("ENV") },
  };
}

/**
 * --rcfile loads the same script where POSIX mode does not work, at the cost of `shopt login_shell`: the bash 3.2 of
 * macOS does not read $ENV, and POSIX mode drops exported functions whose names are no identifiers.
 */
function needsRcfile({ file, environment, platform }: Start): boolean {
  if (!bashReadsEnv(file, platform)) return true;
  return [...environment.keys()].some((name) => name.startsWith("BASH_FUNC_") && !/^\w+%%$/.test(name));
}

function integrateZsh({ argv, environment, root }: Start): Changes {
  return {
    argv,
    environment: { ZDOTDIR: join(root, "shell/zsh"), MULLION_ZDOTDIR: environment.get("ZDOTDIR") },
  };
}

function integrateFish({ argv, root }: Start): Changes {
  const script = join(root, "shell/fish/mullion.fish").replaceAll(/['\\]/g, "\\$&");
  return { argv: [...argv, "--init-command", `source '${script}'`], environment: {} };
}
