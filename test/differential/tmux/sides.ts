import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prepareInstance, root, type TestDaemon } from "../../fixtures/daemon.ts";
import { type Outcome, runProgram } from "../../fixtures/run-program.ts";
import { programPath } from "../../setup/need.ts";
import { plainEnvironment } from "../environment.ts";
import type { Step } from "./script.ts";

/** One of the two programs that are compared, with a directory and sockets of its own. */
export interface Side {
  readonly name: "real" | "ours";
  call(server: string, step: Step, kept: ReadonlyMap<string, string>): Promise<Outcome>;
  /** A line for a shell that makes the same call from elsewhere. */
  shellLine(server: string, words: string): string;
  /** A call that stays. */
  spawn(server: string, argv: readonly string[]): ChildProcess;
  stop(): Promise<void>;
}

export function realSide(): Side {
  const dir = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "r"));
  mkdirSync(join(dir, "t"));
  return side("real", {
    dir,
    program: programPath("tmux"),
    env: plainEnvironment(dir),
  });
}

export function ourSide(): Side {
  const daemon = prepareInstance();
  return side("ours", {
    dir: daemon.dir,
    program: join(root, "bin/tmux"),
    env: plainEnvironment(daemon.dir),
    daemon,
  });
}

interface SideOptions {
  readonly dir: string;
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  readonly daemon?: TestDaemon;
}

function side(name: Side["name"], { dir, program, env, daemon }: SideOptions): Side {
  return {
    name,
    async call(server, step, kept) {
      if (step.file) {
        writeFileSync(join(dir, `${server}-${step.file.name}`), step.file.text);
        return { stdout: "", stderr: "", status: 0 };
      }
      const known = new Map([...kept, ["SERVER", server], ["DIR", dir]]);
      const fill = (word: string) =>
        word.replaceAll(/\$([A-Z]+)/g, (whole, key: string) => known.get(key) ?? whole);
      const argv = [...(step.raw ? [] : ["-L", server, "-f", "/dev/null"]), ...step.argv.map(fill)];
      const variables = Object.fromEntries(
        Object.entries(step.variables).map(([key, value]) => [key, fill(value)]),
      );
      const outcome = await runProgram(program, argv, {
        env: { ...env, ...variables },
        cwd: dir,
        input: step.input,
      });
      return { ...outcome, stdout: normalize(outcome.stdout, dir), stderr: normalize(outcome.stderr, dir) };
    },
    spawn(server, argv) {
      const given = argv[0] === "-f" ? [] : ["-f", "/dev/null"];
      return spawn(program, ["-L", server, ...given, ...argv], { env, cwd: dir, stdio: "ignore" });
    },
    shellLine(server, words) {
      const variables = Object.entries(env).map(([key, value]) => `${key}='${value}'`);
      return `env -i ${variables.join(" ")} ${program} -L ${server} -f /dev/null ${words}`;
    },
    async stop() {
      if (daemon) return daemon.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** What must differ from run to run, and nothing else: directories, terminals, times, what a history takes in memory. */
function normalize(text: string, dir: string): string {
  return text
    .replaceAll(dir, "DIR")
    .replaceAll(/\/dev\/pts\/\d+/g, "TTY")
    .replaceAll(/(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} +\d+ \d\d:\d\d:\d\d \d{4}/g, "DATE")
    .replaceAll(/\b\d\d:\d\d \d\d-[A-Z][a-z]{2}-\d\d\b/g, "MINUTE")
    .replaceAll(/\b1[789]\d{8}\b/g, "TIME")
    .replaceAll(/\d+ bytes\] %/g, "MEMORY] %");
}
