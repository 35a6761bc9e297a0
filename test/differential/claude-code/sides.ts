import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { root, startDaemon } from "../../fixtures/daemon.ts";
import { type Outcome, runProgram } from "../../fixtures/run-program.ts";
import { programPath } from "../../setup/need.ts";

/** One of the two that a tool may find under the name `tmux`; both get the same argv and environment. */
export interface Side {
  /** Every call so far with its answer, in the order of the answers' start: what the two sides must agree on. */
  readonly transcript: string[];
  call(...argv: string[]): Promise<Outcome>;
  /** As `call`, but left out of the transcript: for looking, waiting and concurrent calls. */
  look(...argv: string[]): Promise<Outcome>;
  stop(): Promise<void>;
}

function side(file: string, env: NodeJS.ProcessEnv, stop: (look: Side["look"]) => Promise<void>): Side {
  const transcript: string[] = [];
  const tidy = (text: string) => text.replaceAll(env.TMUX_TMPDIR!, "TMPDIR");
  const look: Side["look"] = (...argv) => runProgram(file, argv, { env, cwd: "/" });
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
