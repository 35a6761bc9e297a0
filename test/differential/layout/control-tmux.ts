import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { programPath } from "../../setup/need.ts";

/** The real tmux crashed or loops forever, as some layouts make it; its answer is unknown. */
export class OracleLost extends Error {
  override readonly name = "OracleLost";
}

/** The message of `OracleLost` after a crash. */
export const ENDED = "tmux ended";
const REPLY_DEADLINE_MS = 30_000;

export interface Reply {
  readonly failed: boolean;
  readonly lines: readonly string[];
}

/**
 * A real tmux server of our own, driven over one control-mode connection: a call costs a fraction of a millisecond, so
 * that whole trees can be compared after every step. The connection sits in a session of its own, `control`.
 */
export class ControlTmux {
  readonly #dir = mkdtempSync(`${process.env.MULLION_TEST_RUN ?? "/tmp"}/l-`);
  readonly #name = randomUUID().slice(0, 8);
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: { resolve(reply: Reply): void; reject(error: Error): void }[] = [];
  readonly #exited: Promise<void>;
  readonly #serverPid: Promise<number>;
  #notices: string[] = [];
  #block: string[] | undefined;
  #lost = false;

  constructor() {
    const argv = [
      "-L",
      this.#name,
      "-f",
      "/dev/null",
      "-C",
      "new-session",
      "-s",
      "control",
      "-n",
      "control",
      "cat",
    ];
    this.#child = spawn(programPath("tmux"), argv, { env: this.#environment });
    this.#exited = new Promise((resolve) => this.#child.once("exit", () => resolve()));
    this.#exited.then(() => this.#lose(ENDED));
    this.#child.stdin.on("error", () => {});
    this.#serverPid = this.lines("display-message", "-p", "#{pid}").then(([pid]) => Number(pid));
    this.#serverPid.catch(() => {});
    createInterface(this.#child.stdout).on("line", (line) => this.#read(line));
  }

  get #environment(): NodeJS.ProcessEnv {
    return { PATH: process.env.PATH, SHELL: "/bin/sh", LANG: "C.UTF-8", TMUX_TMPDIR: this.#dir };
  }

  /** How to attach a terminal to a session of it. */
  attachment(session: string): { readonly argv: readonly string[]; readonly environment: NodeJS.ProcessEnv } {
    const argv = [programPath("tmux"), "-L", this.#name, "attach-session", "-t", session];
    return { argv, environment: this.#environment };
  }

  call(...words: readonly string[]): Promise<Reply> {
    return new Promise<Reply>((resolve, reject) => {
      const deadline = setTimeout(() => this.#lose(`no answer to ${words.join(" ")}`), REPLY_DEADLINE_MS);
      const done =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          clearTimeout(deadline);
          settle(value);
        };
      this.#waiting.push({ resolve: done(resolve), reject: done(reject) });
      this.#child.stdin.write(`${words.map(quote).join(" ")}\n`);
    });
  }

  #lose(reason: string): void {
    this.#lost = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new OracleLost(reason));
  }

  /** Notifications since the last call. */
  takeNotices(): string[] {
    return this.#notices.splice(0);
  }

  /** Lines of one command that must succeed. */
  async lines(...words: readonly string[]): Promise<readonly string[]> {
    const { failed, lines } = await this.call(...words);
    if (failed) throw new Error(`${words.join(" ")}: ${lines.join(" ")}`);
    return lines;
  }

  /** Ends the server by its pid, because a looping server does not answer. */
  async close(): Promise<void> {
    const pid = await this.#serverPid.catch(() => undefined);
    if (pid !== undefined) endProcess(pid);
    this.#child.stdin.end();
    if (this.#lost) this.#child.kill("SIGKILL");
    await this.#exited;
    rmSync(this.#dir, { recursive: true, force: true });
  }

  /** Replies to commands typed here carry flag 1; notifications and the first command's own block do not count. */
  #read(line: string): void {
    const [, mark, flags] = /^%(begin|end|error) \d+ \d+ (\d+)$/.exec(line) ?? [];
    if (mark === "begin") this.#block = [];
    else if (mark && this.#block) {
      if (flags === "1") this.#waiting.shift()?.resolve({ failed: mark === "error", lines: this.#block });
      this.#block = undefined;
    } else if (this.#block) this.#block.push(line);
    else this.#notices.push(line);
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
