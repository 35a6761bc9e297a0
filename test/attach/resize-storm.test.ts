import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { root, startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need, programPath } from "../setup/need.ts";
import { type OuterTerminal, openTerminal } from "./outer-terminal.ts";
import { picture } from "./picture.ts";

/**
 * How panes share a change of size depends on the way there: of 1 + 1 columns the first pane gets both, of 2 each gets one.
 * With even changes only, four panes in a square end the same on every way.
 */
const FIRST = [80, 24] as const;
const LAST = [112, 38] as const;
const STORM_MS = 10_000;
const EVERY_MS = 10;
const sizeAt = (i: number): readonly [number, number] => [40 + 2 * ((i * 7) % 46), 14 + 2 * ((i * 5) % 17)];

/** By the index of their pane. */
const PROGRAMS = [
  "exec vim.tiny -n -u NONE numbers",
  "seq -s ' ' 150; seq 40; echo 漢字かな; exec cat",
  "exec less numbers",
  "exec bash --norc --noprofile",
];

describe.runIf(need("tmux", "vim.tiny", "less", "bash"))("a thousand sizes in ten seconds", () => {
  let daemon: TestDaemon;
  const servers: (readonly [program: string, name: string])[] = [];
  beforeEach(async () => {
    daemon = await startDaemon();
    writeFileSync(join(daemon.env.HOME!, "numbers"), Array.from({ length: 90 }, (_, i) => `${i}\n`).join(""));
  });
  afterEach(async () => {
    for (const [program, name] of servers.splice(0))
      spawnSync(program, ["-L", name, "kill-server"], { env: daemon.env });
    await daemon.stop();
  });

  async function open(program: string, name: string): Promise<OuterTerminal> {
    servers.push([program, name]);
    // The programs start when their panes have their size: less scrolls if it starts in a pane that is then split.
    const commands = [
      "new-session -s s -n w cat",
      "split-window -h cat",
      "split-window -v cat",
      "select-pane -L",
      "split-window -v cat",
      ...PROGRAMS.map((line, index) => `respawn-pane -k -t :.${index} "${line}"`),
      "set -g status-right ''",
      "set -w automatic-rename off",
    ];
    const [cols, rows] = FIRST;
    const env = { LANG: "C.UTF-8", PS1: "$ ", LESSHISTFILE: "-" };
    const line = `exec ${program} -L ${name} -f /dev/null ${commands.join(" \\; ")}`;
    const terminal = await openTerminal(daemon, line, { cols, rows, env });
    await terminal.until(
      (text) => /^0 +│0$/m.test(text) && text.includes("漢字かな") && /│\$$/m.test(text),
      "four programs",
    );
    return terminal;
  }

  async function storm(terminals: readonly OuterTerminal[]): Promise<void> {
    const start = performance.now();
    for (let i = 0; i * EVERY_MS < STORM_MS; i++) {
      for (const terminal of terminals) terminal.resize(...sizeAt(i));
      await delay(Math.max(0, start + (i + 1) * EVERY_MS - performance.now()));
    }
    for (const terminal of terminals) terminal.resize(...LAST);
  }

  it("end with the screen that one change of size gives, as they do in the real tmux", async () => {
    const [ours, tmux] = [join(root, "bin/tmux"), programPath("tmux")];
    const stormed = await Promise.all([open(ours, "storm"), open(tmux, "real")]);
    const once = await open(ours, "once");
    await storm(stormed);
    once.resize(...LAST);
    const wanted = () => picture(once);
    for (const terminal of stormed)
      await waitFor(() => picture(terminal) === wanted(), "the same screen").catch(() =>
        expect(picture(terminal)).toBe(wanted()),
      );
    expect(once.text).toMatch(/^0 +│0$/m);
  });
});
