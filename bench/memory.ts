import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench, Row } from "./measure.ts";
import { type Both, type Multiplexer, pssBytes, withSession } from "./multiplexer.ts";

const megabyte = 1024 * 1024;

/** Growth by `panes` more windows, for each of them; holders included. */
async function perPane(
  on: Multiplexer,
  panes: number,
  command: string,
  settle: (window: number) => Promise<void>,
): Promise<number> {
  await on.call("set-option", "-g", "history-limit", "10000");
  const before = pssBytes(await on.processes());
  for (let i = 1; i <= panes; i++) {
    await on.call("new-window", "-d", "-t", `bench:${i}`, command);
    await settle(i);
  }
  return (pssBytes(await on.processes()) - before) / panes / megabyte;
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

/** What a pane costs while it idles, and with a history of 10,000 full lines. */
export const memoryBench: Bench = {
  name: "memory",
  async run(both, quick) {
    const file = join(both.dir, "lines.txt");
    const line = "abcdefghij".repeat(8).slice(0, 79);
    writeFileSync(file, `${line}\n`.repeat(11_000));
    const fill = (on: Multiplexer) =>
      `cat '${file}'; printf '\\033[6n'; stty raw -echo; dd bs=1 count=4 >/dev/null 2>&1; ${on.command.join(" ")} wait-for -S full; exec cat`;
    return [
      await compare(both, "idle pane, memory", quick ? 20 : 50, () => "cat", false),
      await compare(both, "10,000 full lines, memory", quick ? 5 : 10, fill, true),
    ];
  },
};
