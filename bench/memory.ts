import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Bench, Row } from "./measure.ts";
import { type Both, type Multiplexer, openBoth, pssBytes, withSession } from "./multiplexer.ts";

const megabyte = 1024 * 1024;
const LOOK_MS = 250;
const STEADY_MS = 2_000;
const MOST_MS = 10_000;
/** A smaller decrease counts as settled. */
const STEP = 0.01;

/** Memory after it has settled: buffers and garbage released within seconds are no cost of a pane. */
async function settledBytes(on: Multiplexer): Promise<number> {
  const pids = await on.processes();
  const begun = performance.now();
  let least = pssBytes(pids);
  for (let since = begun, now = begun; now - since < STEADY_MS && now - begun < MOST_MS; ) {
    await delay(LOOK_MS);
    now = performance.now();
    const bytes = pssBytes(pids);
    if (bytes < least * (1 - STEP)) since = now;
    least = Math.min(least, bytes);
  }
  return least;
}

/** Memory growth per window for `panes` more windows, holders included. */
async function perPane(
  on: Multiplexer,
  panes: number,
  command: string,
  settle: (window: number) => Promise<void>,
): Promise<number> {
  await on.call("set-option", "-g", "history-limit", "10000");
  const before = await settledBytes(on);
  for (let i = 1; i <= panes; i++) {
    await on.call("new-window", "-d", "-t", `bench:${i}`, command);
    await settle(i);
  }
  return ((await settledBytes(on)) - before) / panes / megabyte;
}

async function compare(
  both: Both,
  id: string,
  panes: number,
  command: (on: Multiplexer) => string,
  full: boolean,
): Promise<Row> {
  const measure = (of: Multiplexer) =>
    withSession(
      of,
      () => ["-x", "80", "-y", "24", "cat"],
      (on) =>
        perPane(on, panes, command(on), async () => {
          if (full) await on.call("wait-for", "full");
        }),
    );
  return { id, unit: "MB", tmux: await measure(both.tmux), mullion: await measure(both.mullion) };
}

/** The cost of an idle pane, and of one with a history of 10,000 full lines, in a fresh daemon. */
export const memoryBench: Bench = {
  name: "memory",
  async run(_both, quick) {
    const both = openBoth();
    try {
      const file = join(both.dir, "lines.txt");
      const line = "abcdefghij".repeat(8).slice(0, 79);
      writeFileSync(file, `${line}\n`.repeat(11_000));
      const fill = (on: Multiplexer) =>
        `cat '${file}'; printf '\\033[6n'; stty raw -echo; dd bs=1 count=4 >/dev/null 2>&1; ${on.command.join(" ")} wait-for -S full; exec cat`;
      return [
        await compare(both, "idle pane, memory", quick ? 50 : 100, () => "cat", false),
        await compare(both, "10,000 full lines, memory", quick ? 20 : 50, fill, true),
      ];
    } finally {
      both.stop();
    }
  },
};
