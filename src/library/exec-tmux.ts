import { type ExecFileException, execFile } from "node:child_process";
import { ControlTurns } from "./control-turns.ts";
import {
  NoServer,
  PaneLimit,
  SessionExists,
  SessionNotFound,
  SubstrateError,
  TmuxNotFound,
} from "./errors.ts";
import type { CallOptions } from "./substrate.ts";

/** Selects a tmux program and one of its servers. */
export interface TmuxOptions {
  /** The program; absent: "tmux" from PATH. */
  readonly program?: string | undefined;
  /** `-L`. If neither this nor `-S` is given: the server that this process runs in, else the default one. */
  readonly socketName?: string | undefined;
  /** `-S`. */
  readonly socketPath?: string | undefined;
  /** `-f`: read instead of the user's configuration when the server starts. */
  readonly configFile?: string | undefined;
  /** Absent: process.env. A server started by the call inherits it. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** How tmux is called. */
interface Called {
  readonly file: string;
  /** Arguments before the command. */
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface TmuxProgram extends Called {
  readonly turns: ControlTurns;
}

/** Longest wait for a server that no longer answers. */
const ANSWER_MS = 5_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

export function tmuxProgram(options: TmuxOptions = {}): TmuxProgram {
  const { program = "tmux", socketName, configFile } = options;
  const { TMUX, TMUX_PANE: _pane, ...env } = options.env ?? process.env;
  const socketPath = options.socketPath ?? (socketName === undefined ? TMUX?.split(",")[0] : undefined);
  const called = {
    file: program,
    flags: [
      "-u", // Output is UTF-8, with tabs preserved, in every locale.
      ...(socketName !== undefined ? ["-L", socketName] : []),
      ...(socketPath ? ["-S", socketPath] : []),
      ...(configFile !== undefined ? ["-f", configFile] : []),
    ],
    env, // Without TMUX: tmux would refuse an attaching client as nested.
  };
  return { ...called, turns: new ControlTurns(() => answered(called)) };
}

/**
 * Runs tmux commands in one call, in order, and returns their output; the first failure ends the call. Every call goes
 * through here and never through a shell. A trailing ";" in an argument would end its command, so it is escaped.
 */
export function execTmux(
  { file, flags, env }: Called,
  commands: readonly (readonly string[])[],
  signal?: AbortSignal,
): Promise<string> {
  const words = commands.flatMap((command, index) => [...(index > 0 ? [";"] : []), ...command.map(guarded)]);
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const options = { env, signal, maxBuffer: MAX_OUTPUT_BYTES, encoding: "utf8" } as const;
    execFile(file, [...flags, ...words], options, (error, stdout, stderr) => {
      if (!error) resolve(stdout);
      else if (signal?.aborted) reject(signal.reason as Error);
      else reject(failure(error, stderr, file));
    });
  });
}

/** Waits for any answer: the server may have ended. */
async function answered(called: Called): Promise<void> {
  await execTmux(called, [["list-sessions"]], AbortSignal.timeout(ANSWER_MS)).catch(() => {});
}

function guarded(word: string): string {
  return word.endsWith(";") ? `${word.slice(0, -1)}\\;` : word;
}

function failure(error: ExecFileException, stderr: string, file: string): Error {
  if (error.code === "ENOENT" || error.code === "EACCES")
    return new TmuxNotFound(`${file} cannot be run: ${error.message}`, { cause: error });
  return tmuxFailure(stderr.trim() || error.message, { cause: error });
}

/** tmux's messages in lower case, and their meanings. Versions differ in wording and case. */
const MEANINGS: readonly (readonly [phrase: string, Failure: typeof SubstrateError])[] = [
  ["session not found", SessionNotFound],
  ["can't find session", SessionNotFound],
  ["can't find window", SessionNotFound],
  ["can't find pane", SessionNotFound],
  ["duplicate session", SessionExists],
  ["create pane failed", PaneLimit],
  ["no room for new pane", PaneLimit],
  ["no space for new pane", PaneLimit],
  ["pane too small", PaneLimit],
  ["no server running", NoServer],
  ["no sessions", NoServer],
  ["no current target", NoServer],
  ["error connecting to", NoServer],
  ["server exited", NoServer],
  ["lost server", NoServer],
];

/** Maps tmux's stderr to a substrate error; an unknown message is passed on unchanged. */
export function tmuxFailure(stderr: string, options?: ErrorOptions): SubstrateError {
  const said = stderr.toLowerCase();
  const [, Failure = SubstrateError] = MEANINGS.find(([phrase]) => said.includes(phrase)) ?? [];
  return new Failure(`tmux: ${stderr}`, options);
}

/** Throws `TmuxNotFound` unless a tmux can be run. */
export async function checkTmux(
  options: Pick<TmuxOptions, "program" | "env"> & CallOptions = {},
): Promise<void> {
  await tmuxVersion(options);
}

/** Its version: "3.3a". */
export async function tmuxVersion(
  options: Pick<TmuxOptions, "program" | "env"> & CallOptions = {},
): Promise<string> {
  const { program, env, signal } = options;
  const tmux = tmuxProgram({ program, env });
  const said = (await execTmux({ ...tmux, flags: [] }, [["-V"]], signal)).trim();
  const version = /^tmux (\S+)$/.exec(said)?.[1];
  if (version === undefined)
    throw new SubstrateError(`${tmux.file} is no tmux: -V says ${JSON.stringify(said)}`);
  return version;
}
