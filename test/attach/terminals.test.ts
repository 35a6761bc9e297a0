import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { root } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need, programPath } from "../setup/need.ts";
import { openTerminal } from "./outer-terminal.ts";

describe.runIf(need("tmux"))("the terminals that show-messages -T lists", () => {
  const daemon = daemonForAll();
  const sides = [
    { program: programPath("tmux"), server: "terminals-real" },
    { program: join(root, "bin/tmux"), server: "terminals" },
  ];
  const call = ({ program, server }: (typeof sides)[number], ...words: string[]) =>
    runProgram(program, ["-L", server, "-f", "/dev/null", ...words], { env: daemon.env, cwd: "/" });
  afterEach(() => Promise.all(sides.map((side) => call(side, "kill-server"))));

  /** Without the capabilities, which only the real one lists. */
  async function listed(side: (typeof sides)[number], ...words: string[]): Promise<string[]> {
    const lines = (await outputOf(call(side, "show-messages", "-T", ...words))).split("\n");
    return lines
      .filter((line) => /^Terminal|^$/.test(line))
      .map((line) => line.replace(/\/dev\/\S+(?=,)/, "TTY"));
  }

  async function attachAll(side: (typeof sides)[number]): Promise<string[]> {
    await outputOf(call(side, "new-session", "-d", "-s", "s", "cat"));
    const names = async () =>
      (await outputOf(call(side, "list-clients", "-F", "#{client_name}"))).trim().split("\n");
    const terminals = [
      ["xterm-256color", ""],
      ["xterm", "-2"],
      ["tmux-256color", "-T RGB,margins"],
      ["vt100", ""],
    ] as const;
    for (const [at, [TERM, features]] of terminals.entries()) {
      await openTerminal(daemon, `exec ${side.program} -L ${side.server} ${features} attach -t s`, {
        env: { TERM },
      });
      await waitFor(async () => (await names()).filter(Boolean).length === at + 1, "the client");
    }
    return names();
  }

  it("are those of all clients, or of one, as the real tmux lists them", async () => {
    const [theirs, ours] = await Promise.all(
      sides.map(async (side) => {
        const [, second] = await attachAll(side);
        return { all: await listed(side), one: await listed(side, "-t", second!) };
      }),
    );
    expect(theirs!.all.filter(Boolean)).toHaveLength(4);
    expect(ours).toEqual(theirs);
  });
});
