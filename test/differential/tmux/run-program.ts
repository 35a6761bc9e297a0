import { spawn } from "node:child_process";

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

export interface RunOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly input?: string | Uint8Array;
}

/** No call of tmux takes this long. */
const TIMEOUT_MS = 15_000;

/** A call that was not answered in time: the real tmux can be driven into a loop. */
export class NoAnswer extends Error {}

export function run(
  file: string,
  argv: readonly string[],
  { env, cwd, input = "" }: RunOptions,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, argv, { env, cwd });
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      // A server that hangs holds the pipes open: they would keep this process alive.
      for (const stream of child.stdio) stream?.destroy();
      reject(new NoAnswer(`${file} ${argv.join(" ")} did not answer`));
    }, TIMEOUT_MS);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk) => stdout.push(chunk));
    child.stderr.on("data", (chunk) => stderr.push(chunk));
    child.on("error", reject);
    child.on("close", (status, signal) => {
      clearTimeout(timer);
      if (status === null) reject(new Error(`${file} ${argv.join(" ")} was ended by ${signal}`));
      else resolve({ stdout: String(Buffer.concat(stdout)), stderr: String(Buffer.concat(stderr)), status });
    });
    child.stdin.on("error", () => {}); // The program may end without reading it.
    child.stdin.end(input);
  });
}
