import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { TestDaemon } from "../fixtures/daemon.ts";
import { root } from "../fixtures/daemon.ts";
import { programPath } from "../setup/need.ts";
import { type OuterTerminal, openTerminal } from "./outer-terminal.ts";
import { picture } from "./picture.ts";
import type { Scenario, Step } from "./scenario.ts";

type Triple<T> = readonly [real: T, ours: T, unlent: T];

/** Nothing was printed for so long, and all show the same: that is the end of a scenario. */
const QUIET_MS = 100;
const POLL_MS = 10;
const DEADLINE_MS = 30_000;

/** Configuration of both sides: nothing that shows the time or the host, and shells with the same prompt. */
const CONFIGURATION = [
  "set -g status-right ''",
  "set -g default-command 'exec sh'",
  "set -g default-terminal screen-256color",
  "set -g escape-time 20",
  // Keys arrive faster than a person types, but are no paste.
  "set -g assume-paste-time 0",
  "set -g history-limit 500",
];

/**
 * The real tmux and ours, each attached from a terminal of its own, given the same keys; ours twice, with and without
 * lending the terminal to the pane. What a person sees is the emulated screen of that terminal: text, styles and cursor.
 */
export class SideBySide {
  readonly #terminals: Triple<OuterTerminal>;
  readonly #mask: (picture: string) => string;

  private constructor(terminals: Triple<OuterTerminal>, mask: Scenario["mask"]) {
    this.#terminals = terminals;
    this.#mask = mask ?? ((picture) => picture);
  }

  static async open(daemon: TestDaemon, name: string, scenario: Scenario): Promise<SideBySide> {
    const { cols = 80, rows = 24, configuration = [], term = "xterm-256color" } = scenario;
    const file = join(daemon.dir, `${name}.conf`);
    writeFileSync(file, `${[...CONFIGURATION, ...configuration].join("\n")}\n`);
    const env = {
      TERM: term,
      LANG: "C.UTF-8",
      SHELL: "/bin/sh",
      PS1: "$ ",
      ENV: "",
      LESSHISTFILE: "-",
      // What runs in the real tmux calls that; ours is the first in its own panes.
      PATH: `${dirname(programPath("tmux"))}:${daemon.env.PATH}`,
    };
    const attach = (program: string, server: string, lending = "1") =>
      openTerminal(daemon, `exec ${program} -L ${server} -f ${file} new-session -s s -n w`, {
        cols,
        rows,
        env: { ...env, MULLION_LENDING: lending },
      });
    const real = await attach(programPath("tmux"), realServer(name));
    const ours = await attach(join(root, "bin/tmux"), name);
    const unlent = await attach(join(root, "bin/tmux"), unlentServer(name), "0");
    return new SideBySide([real, ours, unlent], scenario.mask);
  }

  /** Everything that was printed there, as bytes. */
  get outputs(): readonly [real: string, ours: string] {
    const [real, ours] = this.#terminals;
    return [real.output, ours.output];
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      if (typeof step === "string") for (const terminal of this.#terminals) terminal.type(step);
      else if ("resize" in step) for (const terminal of this.#terminals) terminal.resize(...step.resize);
      else if ("settled" in step) await this.settle();
      else await Promise.all(this.#terminals.map((terminal) => terminal.see(step.see)));
    }
  }

  /** Waits until all are quiet and show the same; gives the pictures as they are then, or at the deadline. */
  async settle(): Promise<{ readonly real: string; readonly ours: string; readonly unlent: string }> {
    const deadline = performance.now() + DEADLINE_MS;
    let quietSince = performance.now();
    let printed = "";
    for (;;) {
      const [real, ours, unlent] = this.#terminals.map((each) => this.#mask(picture(each))) as [
        string,
        string,
        string,
      ];
      const now = performance.now();
      const length = this.#terminals.map(({ output }) => output.length).join();
      if (length !== printed) quietSince = now;
      printed = length;
      if (real === ours && real === unlent && now - quietSince >= QUIET_MS) return { real, ours, unlent };
      if (now > deadline) return { real, ours, unlent };
      await delay(POLL_MS);
    }
  }
}

/** They share a directory of sockets. */
function realServer(name: string): string {
  return `${name}-real`;
}

function unlentServer(name: string): string {
  return `${name}-unlent`;
}

/** Sees that no server of a scenario is left. */
export function endServers(daemon: TestDaemon, name: string): void {
  const { env } = daemon;
  const quiet = { env, stdio: "ignore" } as const;
  spawnSync(programPath("tmux"), ["-L", realServer(name), "kill-server"], quiet);
  for (const server of [name, unlentServer(name)])
    spawnSync(join(root, "bin/tmux"), ["-L", server, "kill-server"], quiet);
}
