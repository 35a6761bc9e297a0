import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { prepareInstance, root } from "../../fixtures/daemon.ts";
import { pictureOf } from "../../fixtures/picture.ts";
import { type Outcome, runProgram } from "../../fixtures/run-program.ts";
import { programPath } from "../../setup/need.ts";
import { RealTerminal } from "../draw/real-terminal.ts";
import { plainEnvironment } from "../environment.ts";

const homes = fileURLToPath(new URL("homes/", import.meta.url));
const SIZE = { cols: 120, rows: 30 };

/** The real tmux or ours, started by a person whose home directory holds a configuration. */
export interface Stage {
  readonly name: "real" | "ours";
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
  tmux(...argv: string[]): Promise<Outcome>;
  /** A terminal on which the session is shown. */
  attach(): RealTerminal;
  stop(): Promise<void>;
}

export function openStages(home: string | undefined): readonly [real: Stage, ours: Stage] {
  const dir = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "r"));
  mkdirSync(join(dir, "t"));
  const real = stage("real", { dir, home, program: programPath("tmux"), stop: async () => {} });
  const daemon = prepareInstance();
  const program = join(root, "bin/tmux");
  const ours = stage("ours", { dir: daemon.dir, home, program, stop: () => daemon.stop() });
  return [real, ours];
}

interface StageOptions {
  readonly dir: string;
  readonly home: string | undefined;
  readonly program: string;
  stop(): Promise<void>;
}

function stage(name: Stage["name"], { dir, home, program, stop }: StageOptions): Stage {
  if (home !== undefined) cpSync(join(homes, home), dir, { recursive: true });
  // Programs of a configuration call the tmux that is first on PATH.
  const env = { ...plainEnvironment(dir), PATH: `${dirname(program)}:${process.env.PATH}` };
  const tmux = (...argv: string[]) => runProgram(program, argv, { env, cwd: dir });
  return {
    name,
    dir,
    env,
    tmux,
    attach: () =>
      new RealTerminal({ argv: [program, "attach-session", "-t", "=main"], environment: env, ...SIZE }),
    async stop() {
      await tmux("kill-server");
      await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Removes what differs by nature from the state of a server and its picture: directories and terminals. */
export function withoutPlaces(text: string, dir: string): string {
  return text.replaceAll(dir, "DIR").replaceAll(/\/dev\/pts\/\d+/g, "TTY");
}

export function pictureIn(terminal: RealTerminal, dir: string): string {
  return withoutPlaces(JSON.stringify(pictureOf(terminal.screen)), dir);
}
