import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { root, startDaemon } from "../../fixtures/daemon.ts";
import { programPath } from "../../setup/need.ts";

export interface Reply {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

/** One of the two that a tool may find under the name `tmux`; both get the same argv and environment. */
export interface Side {
  /** Every call so far with its answer, in the order of the answers' start: what the two sides must agree on. */
  readonly transcript: string[];
  call(...argv: string[]): Promise<Reply>;
  /** As `call`, but left out of the transcript: for looking, waiting and concurrent calls. */
  look(...argv: string[]): Promise<Reply>;
  stop(): Promise<void>;
}

function run(file: string, argv: readonly string[], env: NodeJS.ProcessEnv): Promise<Reply> {
  return new Promise((resolve) => {
    execFile(file, argv, { env, cwd: "/", timeout: 20_000 }, (error, stdout, stderr) => {
      resolve({ stdout, stderr, status: error === null ? 0 : Number(error.code ?? 255) });
    });
  });
}

function side(file: string, env: NodeJS.ProcessEnv, stop: (look: Side["look"]) => Promise<void>): Side {
  const transcript: string[] = [];
  const tidy = (text: string) => text.replaceAll(env.TMUX_TMPDIR!, "TMPDIR");
  const look: Side["look"] = (...argv) => run(file, argv, env);
  return {
    transcript,
    look,
    async call(...argv) {
      const reply = await look(...argv);
      transcript.push(tidy(`${JSON.stringify(argv)} -> ${JSON.stringify(reply)}`));
      return reply;
    },
    stop: () => stop(look),
  };
}

const common = {
  PATH: process.env.PATH,
  HOME: "/",
  SHELL: "/bin/sh",
  LANG: "C.UTF-8",
  TERM: "xterm-256color",
};

/** The real tmux, on sockets of its own; `servers` are the -L names that the dialect opens. */
export function realSide(servers: readonly string[]): Side {
  const env = { ...common, TMUX_TMPDIR: mkdtempSync(join(process.env.MULLION_TEST_RUN!, "r")) };
  return side(programPath("tmux"), env, async (look) => {
    for (const name of servers) await look("-L", name, "kill-server");
  });
}

export async function ourSide(): Promise<Side> {
  const daemon = await startDaemon();
  const env = { ...common, TMUX_TMPDIR: daemon.env.TMUX_TMPDIR, MULLION_DIR: daemon.env.MULLION_DIR };
  return side(join(root, "bin/tmux"), env, () => daemon.stop());
}
