import { type Bench, median, type Row, timeCalls } from "./measure.ts";
import type { Both, Multiplexer } from "./multiplexer.ts";
import { withSession } from "./multiplexer.ts";

const panes = 100;

/**
 * As for calls: a daemon lives for days, and Node compiles what runs often, so the first runs of both are discarded.
 */
const WARM_UP_REPEATS = 2;

/** Tall enough for 100 panes of one line each, with borders, without a layout change. */
const room = () => ["-x", "80", "-y", "500", "cat"];
const split = ["split-window", "-d", "-v", "-l", "1", "-t", "bench:0.0", "cat"];

/** Total time of 100 splits in a fresh session. */
async function splits(both: Both, of: Multiplexer, concurrency: number): Promise<number> {
  return withSession(of, room, async (on) => {
    const begun = performance.now();
    timeCalls(both, [{ on, argv: split }], { rounds: panes / concurrency, concurrency });
    return performance.now() - begun;
  });
}

async function compare(both: Both, id: string, concurrency: number, repeats: number): Promise<Row> {
  const real: number[] = [];
  const ours: number[] = [];
  for (let i = -WARM_UP_REPEATS; i < repeats; i++) {
    const times = [await splits(both, both.tmux, concurrency), await splits(both, both.mullion, concurrency)];
    if (i < 0) continue;
    real.push(times[0]!);
    ours.push(times[1]!);
  }
  return { id, unit: "ms", tmux: median(real), mullion: median(ours) };
}

/** 100 panes, each with its process running when the call returns. */
export const spawnBench: Bench = {
  name: "spawns",
  async run(both, quick) {
    const repeats = quick ? 3 : 7;
    return [
      await compare(both, `${panes} split-windows, sequential`, 1, repeats),
      await compare(both, `${panes} split-windows, 10 at once`, 10, repeats),
    ];
  },
};
