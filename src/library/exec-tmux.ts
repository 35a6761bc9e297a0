import { type ExecFileException, execFile } from "node:child_process";
import { ControlTurns } from "./control-turns.ts";
import { TmuxNotFound } from "./errors.ts";
import { tmuxFailure } from "./tmux-failure.ts";

/** Which tmux, and which of its servers. */
export interface TmuxOptions {
  /** The program: "tmux" from PATH where absent. */
  readonly program?: string | undefined;
  /** `-L`. Where neither is given: the server that this process runs in, else the default one. */
  readonly socketName?: string | undefined;
  /** `-S`. */
  readonly socketPath?: string | undefined;
  /** `-f`: read instead of the user's own when the server starts. */
  readonly configFile?: string | undefined;
  /** process.env where absent. A server that is started has it as its own. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** How tmux is called. */
interface Called {
  readonly file: string;
  /** What stands before the command. */
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface TmuxProgram extends Called {
  readonly turns: ControlTurns;
}

/** A server that does not answer any more is not waited for. */
const ANSWER_MS = 5_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

export function tmuxProgram(options: TmuxOptions = {}): TmuxProgram {
  const { program = "tmux", socketName, configFile } = options;
  const { TMUX, TMUX_PANE: _pane, ...env } = options.env ?? process.env;
  const socketPath = options.socketPath ?? (socketName === undefined ? TMUX?.split(",")[0] : undefined);
  const called = {
    file: program,
    flags: [
      "-u", // Output is UTF-8, with its tabs, whatever the locale is.
      ...(socketName !== undefined ? ["-L", socketName] : []),
      ...(socketPath ? ["-S", socketPath] : []),
      ...(configFile !== undefined ? ["-f", configFile] : []),
    ],
    env, // Without TMUX: a client that attaches would be refused as a nested one.
  };
  return { ...called, turns: new ControlTurns(() => answered(called)) };
}

/**
 * Runs commands of tmux in one call, one after another, and gives what they print; the first that fails ends it. Every
 * call goes through here, and no shell ever does. An argument that ends with ";" would end its command: it is guarded.
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

/** Whatever it says: it may have ended. */
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
