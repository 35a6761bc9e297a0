import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createScreen } from "../../../src/core/screen/emulator.ts";
import type { Screen } from "../../../src/core/screen/screen.ts";
import { programPath } from "../../setup/need.ts";

export interface RealTerminalOptions {
  readonly argv: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly cols: number;
  readonly rows: number;
}

/** A program on a real terminal (of script(1)), and the screen that it made there. */
export class RealTerminal {
  readonly screen: Screen;
  readonly #child: ChildProcessWithoutNullStreams;

  constructor({ argv, environment, cols, rows }: RealTerminalOptions) {
    this.screen = createScreen({ cols, rows, historyLimit: 0 });
    const words = argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
    const command = `stty cols ${cols} rows ${rows}; exec ${words}`;
    this.#child = spawn(programPath("script"), ["-qfc", command, "/dev/null"], { env: environment });
    this.#child.stdout.on("data", (bytes: Uint8Array) => this.screen.write(bytes));
  }

  type(keys: string): void {
    this.#child.stdin.write(keys);
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, "close");
    this.#child.kill("SIGKILL");
    await gone;
  }
}
