import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programPath } from "../../setup/need.ts";

export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

/** Stands alone on a line between two answers; no expression of a corpus gives it. */
const SEPARATOR = "\u241e\u241e";
/** What one message to a tmux server may hold is 16 kB; an answer to a longer argv is an error. */
const BATCH_BYTES = 8000;

const GLOBAL_FLAGS = ["-L", "oracle", "-f", "/dev/null", "-u"];

interface SpawnOptions {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A real tmux server of its own, the oracle. Its time zone is five and a half hours ahead, to show. */
export class RealTmux {
  /** Holds its socket, which a server that ended leaves behind. */
  readonly #dir = mkdtempSync(join(tmpdir(), "oracle-"));
  readonly #environment = {
    TMUX_TMPDIR: this.#dir,
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: "/",
    LC_ALL: "C.UTF-8",
    TERM: "screen",
    SHELL: "/bin/sh",
    TZ: "XST-5:30",
  };

  run(args: readonly string[]): Answer {
    return this.#spawn(programPath("tmux"), [...GLOBAL_FLAGS, ...args], {});
  }

  /** What each of many calls prints or complains, from one shell: starting them there is far quicker than here. */
  runEach(
    calls: readonly (readonly string[])[],
    environment: Readonly<Record<string, string>> = {},
  ): string[] {
    const line = (args: readonly string[]) =>
      [programPath("tmux"), ...GLOBAL_FLAGS, ...args].map(quoted).join(" ");
    const script = calls.map((args) => `${line(args)} 2>&1; echo ${SEPARATOR}`).join("\n");
    const { stdout } = this.#spawn("/bin/sh", [], { input: script, environment });
    return stdout
      .split(`${SEPARATOR}\n`)
      .slice(0, -1)
      .map((text) => text.replace(/\n$/, ""));
  }

  #spawn(program: string, args: readonly string[], { input = "", environment = {} }: SpawnOptions): Answer {
    const { stdout, stderr, status } = spawnSync(program, args, {
      env: { ...this.#environment, ...environment },
      encoding: "utf8",
      input,
      cwd: "/",
      timeout: 20_000,
    });
    return { stdout, stderr, status };
  }

  /** Runs commands that must succeed, and gives their output. */
  must(...commands: readonly (readonly string[])[]): string {
    const argv = commands.flatMap((command, at) => (at === 0 ? command : [";", ...command]));
    const { stdout, stderr, status } = this.run(argv);
    if (status !== 0 || stderr !== "") throw new Error(`tmux ${argv.join(" ")}: ${stderr}`);
    return stdout;
  }

  /** What display-message makes of each of the texts, in as few calls as they fit. */
  expandAll(texts: readonly string[], target: string, flags = "-p"): string[] {
    const answers: string[] = [];
    let batch: string[][] = [];
    let bytes = 0;
    const flush = () => {
      if (batch.length > 0)
        answers.push(
          ...this.must(...batch)
            .split(`\n${SEPARATOR}\n`)
            .slice(0, -1),
        );
      batch = [];
      bytes = 0;
    };
    for (const text of texts) {
      const command = ["display-message", flags, "-t", target, "--", text.replace(/;$/, "\\;")];
      if (bytes + Buffer.byteLength(text) > BATCH_BYTES) flush();
      batch.push(command, ["display-message", "-p", SEPARATOR]);
      bytes += Buffer.byteLength(command.join(" ")) + 40;
    }
    flush();
    return answers;
  }

  /** Rows of a list command: one array of values for each line. */
  rows(command: readonly string[], variables: readonly string[]): string[][] {
    const format = variables.map((name) => `#{${name}}`).join("\u241f");
    const lines = this.must([...command, "-F", format])
      .split("\n")
      .slice(0, -1);
    return lines.map((line) => line.split("\u241f"));
  }

  kill(): void {
    this.run(["kill-server"]);
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
