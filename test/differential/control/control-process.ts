import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { waitFor } from "../../fixtures/wait-for.ts";

export interface Start {
  readonly program: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** One `tmux -C`, as a program drives it: lines in, lines out. */
export class ControlProcess {
  readonly pid: number;
  readonly #child: ChildProcessWithoutNullStreams;
  #bytes = "";
  #errors = "";
  #seen = 0;
  #ended: string | undefined;

  constructor({ program, argv, env, cwd }: Start) {
    this.#child = spawn(program, argv, { env, cwd });
    this.pid = this.#child.pid!;
    // One character for each byte: what a pane printed need not be text.
    this.#child.stdout.setEncoding("latin1").on("data", (text: string) => {
      this.#bytes += text;
    });
    this.#child.stderr.setEncoding("latin1").on("data", (text: string) => {
      this.#errors += text;
    });
    this.#child.stdin.on("error", () => {});
    this.#child.on("close", (status, signal) => {
      this.#ended = signal ?? String(status);
    });
  }

  get lines(): readonly string[] {
    return this.#bytes.split("\n").slice(0, -1);
  }

  /** Everything it said, and how it ended. */
  get transcript(): readonly string[] {
    const rest = this.#bytes.slice(this.#bytes.lastIndexOf("\n") + 1);
    const errors = this.#errors
      .split("\n")
      .slice(0, -1)
      .map((line) => `stderr: ${line}`);
    return [
      ...this.lines,
      ...(rest === "" ? [] : [`unfinished: ${rest}`]),
      ...errors,
      `status ${this.#ended}`,
    ];
  }

  write(text: string): void {
    this.#child.stdin.write(text, "latin1");
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** What it says stays in the pipe, which soon is full. */
  stopReading(): void {
    this.#child.stdout.pause();
  }

  readOn(): void {
    this.#child.stdout.resume();
  }

  closeInput(): void {
    this.#child.stdin.end();
  }

  /** Sends a line and waits for as many answers as it has commands. */
  async ask(line: string, answers: number): Promise<void> {
    const wanted = this.#answers + answers;
    this.write(`${line}\n`);
    await this.#until(() => this.#answers >= wanted, `an answer to ${line}`);
  }

  /** Waits for a line that was not waited for before. */
  async see(pattern: RegExp): Promise<void> {
    await this.#until(() => {
      const { lines } = this;
      const at = lines.findIndex((line, index) => index >= this.#seen && pattern.test(line));
      if (at >= 0) this.#seen = at + 1;
      return at >= 0;
    }, `${pattern}`);
  }

  /** The line that `see` waited for last. */
  get lastSeen(): string {
    return this.lines[this.#seen - 1] ?? "";
  }

  async ended(): Promise<void> {
    await waitFor(
      () => this.#ended !== undefined,
      `the end of a client that said ${this.#bytes.slice(-300)}`,
    );
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  get #answers(): number {
    return this.lines.filter((line) => /^%(?:end|error) \d+ \d+ 1$/.test(line)).length;
  }

  async #until(probe: () => boolean, what: string): Promise<void> {
    const done = () => probe() || this.#ended !== undefined;
    await waitFor(done, `${what}; said until now: ${this.#bytes.slice(-600)}`);
  }
}
