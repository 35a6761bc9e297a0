import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { integrateShell } from "../../src/shell-integration/integrate-shell.ts";
import { root } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { programPath } from "../setup/need.ts";

export interface ShellOptions {
  readonly login?: boolean;
  readonly integrate?: boolean;
  /** False: nobody expects a marked prompt. */
  readonly awaitPrompt?: boolean;
  readonly platform?: NodeJS.Platform;
  readonly environment?: Readonly<Record<string, string>>;
  /** Start files of the user, by their path below the home directory. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A real shell on a real terminal (of script(1)), with a home directory of its own. */
export interface Terminal {
  readonly home: string;
  /** Everything printed so far, escapes included. */
  readonly output: string;
  type(line: string): void;
  /** Waits for a text in what is printed after the last call of `type` (or from the start). */
  see(text: string | RegExp): Promise<string>;
  /** Types a line and returns what it printed, once the next prompt stands. */
  run(line: string): Promise<string>;
  close(): Promise<void>;
}

const PROMPT = "\x1b]133;A\x07";
const open = new Set<ChildProcessWithoutNullStreams>();

export async function openShell(
  name: "bash" | "zsh" | "fish",
  options: ShellOptions = {},
): Promise<Terminal> {
  const home = realpathSync(mkdtempSync(join(process.env.MULLION_TEST_RUN ?? "/tmp", "home")));
  for (const [path, text] of Object.entries(options.files ?? {})) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const child = startShell(programPath(name), name, home, options);
  open.add(child);
  const session = terminal(child, home);
  if (options.integrate !== false && options.awaitPrompt !== false) await session.see(PROMPT);
  return session;
}

/** For afterEach: no shell outlives its test. */
export async function closeShells(): Promise<void> {
  await Promise.all([...open].map(end));
}

function startShell(
  file: string,
  name: string,
  home: string,
  options: ShellOptions,
): ChildProcessWithoutNullStreams {
  const plain = {
    argv: [options.login ? `-${name}` : name],
    environment: new Map(Object.entries({ ...baseEnvironment(home), ...options.environment })),
  };
  const { platform } = options;
  const { argv, environment } =
    options.integrate === false
      ? plain
      : integrateShell({
          ...plain,
          root,
          bin: join(root, "bin"),
          ...(platform === "darwin" ? { file: "/bin/bash", platform } : { file }),
        });
  const [zero, ...rest] = argv;
  const command = ["exec", "-a", zero!, file, ...rest]
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(" ");
  // script(1) runs the command with $SHELL; the variable is the user's again before it starts.
  const script = `export SHELL=${file}; stty cols 200; ${command.replace(/^'exec'/, "exec")}`;
  return spawn(programPath("script"), ["-qfc", script, "/dev/null"], {
    cwd: home,
    env: { ...Object.fromEntries(environment), SHELL: programPath("bash") },
  });
}

function baseEnvironment(home: string): Record<string, string> {
  return { HOME: home, PATH: process.env.PATH!, TERM: "xterm", LANG: "C.UTF-8", USER: "tester" };
}

function terminal(child: ChildProcessWithoutNullStreams, home: string): Terminal {
  let output = "";
  let from = 0;
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  const see = async (text: string | RegExp) => {
    const has = (seen: string) => (typeof text === "string" ? seen.includes(text) : text.test(seen));
    try {
      await waitFor(() => has(output.slice(from)), String(text));
    } catch (error) {
      throw new Error(`${error}, saw ${JSON.stringify(output.slice(from))}`);
    }
    return output.slice(from);
  };
  const type = (line: string) => {
    from = output.length;
    child.stdin.write(`${line}\r`);
  };
  return {
    home,
    get output() {
      return output;
    },
    type,
    see,
    async run(line) {
      type(line);
      return printed(await see(/\x1b\]133;C[\s\S]*\x1b\]133;A\x07[\s\S]*[$%#>] ?/));
    },
    close: () => end(child),
  };
}

/** What a command printed: between the mark of its start and the mark of its end. */
function printed(seen: string): string {
  return (
    /\x1b\]133;C\x07([\s\S]*?)(?:\x1b\[\?2004h)?\x1b\]133;D/.exec(seen)?.[1]?.replaceAll("\r\n", "\n") ?? ""
  );
}

async function end(child: ChildProcessWithoutNullStreams): Promise<void> {
  open.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "close");
  child.kill("SIGKILL"); // The shell gets SIGHUP when its terminal is gone.
  await gone;
}
