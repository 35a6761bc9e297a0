import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programPath } from "../../setup/need.ts";

export interface Answer {
  readonly lines: readonly string[];
  readonly failed: boolean;
}

/**
 * A real tmux server driven through one control-mode client: thousands of commands a second, where a process for each
 * would take milliseconds. The client's session is named `s` and runs `cat`.
 */
export class RealTmux {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #argv: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  readonly #waiting: ((answer: Answer) => void)[] = [];
  #rest = "";
  #block: string[] | undefined;
  #gone = false;

  constructor(environment: NodeJS.ProcessEnv = {}, session: readonly string[] = ["cat"]) {
    const base = process.env.MULLION_TEST_RUN ?? tmpdir();
    this.#env = {
      PATH: process.env.PATH,
      HOME: "/",
      SHELL: "/bin/sh",
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      TMUX_TMPDIR: mkdtempSync(join(base, "o")),
      ...environment,
    };
    this.#argv = ["-L", "oracle", "-f", "/dev/null", "-u"];
    const start = [...this.#argv, "-C", "new-session", "-s", "s", ...session];
    this.#child = spawn(programPath("tmux"), start, { env: this.#env, cwd: "/" });
    this.#child.stdout.setEncoding("utf8");
    this.#child.stdout.on("data", (text: string) => this.#read(text));
    this.#child.on("exit", () => this.#end());
  }

  /** One command and its arguments, sent without waiting for the ones before. */
  run(...argv: readonly string[]): Promise<Answer> {
    return this.runText(argv.map(quoteWord).join(" "));
  }

  /** One line of commands as a configuration file has it. */
  runText(line: string): Promise<Answer> {
    if (this.#gone) return Promise.resolve(GONE);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#child.stdin.write(`${line}\n`);
    });
  }

  /** As a process of its own, which may have an input; the server must have answered before. */
  exec(argv: readonly string[], input: Uint8Array = new Uint8Array()): void {
    execFileSync(programPath("tmux"), [...this.#argv, ...argv], { env: this.#env, cwd: "/", input });
  }

  async stop(): Promise<void> {
    if (this.#gone) return;
    const gone = new Promise((resolve) => this.#child.once("exit", resolve));
    void this.run("kill-server");
    await gone;
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#line(line);
  }

  #line(line: string): void {
    if (!this.#block) {
      if (line.startsWith("%begin ")) this.#block = [];
      return;
    }
    const end = /^%(end|error) \d+ \d+ (\d)$/.exec(line);
    if (!end) {
      this.#block.push(line);
      return;
    }
    const lines = this.#block;
    this.#block = undefined;
    // 0: not an answer to this client, but a hook's or that of the first new-session.
    if (end[2] === "1") this.#waiting.shift()?.({ lines, failed: end[1] === "error" });
  }

  #end(): void {
    this.#gone = true;
    for (const resolve of this.#waiting.splice(0)) resolve(GONE);
  }
}

const GONE: Answer = { lines: ["the real tmux is gone"], failed: true };

const CONTROL_NAMES = new Map([
  ["\n", "\\n"],
  ["\t", "\\t"],
  ["\x1b", "\\e"],
]);

/** One argument for tmux's parser: in single quotes, where nothing is special, as far as they go. */
function quoteWord(word: string): string {
  if (word === "") return "''";
  return word.replaceAll(/[^'\x00-\x1f]+|'|[\x00-\x1f]/gu, (part) => {
    if (part === "'") return "\\'";
    if (part >= " ") return `'${part}'`;
    const octal = `\\${part.charCodeAt(0).toString(8).padStart(3, "0")}`;
    return `"${CONTROL_NAMES.get(part) ?? octal}"`;
  });
}
