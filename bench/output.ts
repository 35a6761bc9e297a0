import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CorpusName, corpus, corpusNames } from "./corpora.ts";
import { type Bench, median, type Row } from "./measure.ts";
import { type Both, cpuMs, type Multiplexer, withSession } from "./multiplexer.ts";

/**
 * Prints the file and then queries the cursor's position: the answer comes only after everything before it was parsed.
 * `wait-for` then notifies the bench, so nothing polls.
 */
const script = (on: Multiplexer, file: string) =>
  [
    "stty raw -echo",
    `${on.command.join(" ")} wait-for -S ready`,
    `${on.command.join(" ")} wait-for go`,
    `cat '${file}'`,
    "printf '\\033[6n'",
    "dd bs=1 count=4 >/dev/null 2>&1",
    `${on.command.join(" ")} wait-for -S done`,
    "exec cat",
  ].join("; ");

async function print(of: Multiplexer, file: string): Promise<{ ms: number; cpu: number }> {
  return withSession(
    of,
    (on) => ["-x", "80", "-y", "24", script(on, file)],
    async (on) => {
      await on.call("wait-for", "ready");
      const pids = await on.processes();
      const cpuBefore = cpuMs(pids);
      const begun = performance.now();
      await on.call("wait-for", "-S", "go");
      await on.call("wait-for", "done");
      return { ms: performance.now() - begun, cpu: cpuMs(pids) - cpuBefore };
    },
  );
}

async function compare(both: Both, name: CorpusName, quick: boolean): Promise<Row[]> {
  const file = join(both.dir, `${name}.txt`);
  writeFileSync(file, corpus(name, (quick ? 16 : 64) * 1024 * 1024));
  const runs = { tmux: [] as { ms: number; cpu: number }[], mullion: [] as { ms: number; cpu: number }[] };
  for (let i = 0; i < 3; i++) {
    runs.tmux.push(await print(both.tmux, file));
    runs.mullion.push(await print(both.mullion, file));
  }
  const middle = (on: "tmux" | "mullion", key: "ms" | "cpu") => median(runs[on].map((run) => run[key]));
  return [
    { id: `output ${name}, time`, unit: "ms", tmux: middle("tmux", "ms"), mullion: middle("mullion", "ms") },
    { id: `output ${name}, CPU`, unit: "ms", tmux: middle("tmux", "cpu"), mullion: middle("mullion", "cpu") },
  ];
}

/** Output through a detached pane until all of it is parsed, with the CPU time of everything that handled it. */
export const outputBench: Bench = {
  name: "output",
  async run(both, quick) {
    const rows: Row[] = [];
    for (const name of corpusNames) rows.push(...(await compare(both, name, quick)));
    return rows;
  },
};
