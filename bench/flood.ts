import { type Bench, steadyQuantile, timeCalls } from "./measure.ts";
import { type Both, type Multiplexer, withSession } from "./multiplexer.ts";

/** Calls in one turn: enough for the second slowest to be its p99. */
const ROUNDS = 200;

/**
 * Times calls while four panes print as fast as they can. The multiplexers take turns: a flood would slow the other's
 * calls.
 */
async function flooded(both: Both, of: Multiplexer, rounds: number): Promise<number[]> {
  const flood = "yes 'the pane prints as fast as the terminal takes it, line after line'";
  return withSession(
    of,
    () => ["-x", "80", "-y", "24", "cat"],
    async (on) => {
      for (let i = 1; i <= 4; i++) await on.call("new-window", "-d", "-t", `bench:${i}`, flood);
      const argv = ["display-message", "-t", "bench:0", "-p", "#{window_id}"];
      return timeCalls(both, [{ on, argv }], { rounds })[0]!;
    },
  );
}

export const floodBench: Bench = {
  name: "flood",
  async run(both, quick) {
    const turns = quick ? 3 : 5;
    const times = { tmux: [] as number[][], mullion: [] as number[][] };
    for (let i = 0; i < turns; i++) {
      times.tmux.push(await flooded(both, both.tmux, ROUNDS));
      times.mullion.push(await flooded(both, both.mullion, ROUNDS));
    }
    return [0.5, 0.99].map((q) => ({
      id: `call p${q * 100} while 4 panes flood`,
      unit: "ms" as const,
      tmux: steadyQuantile(times.tmux, q),
      mullion: steadyQuantile(times.mullion, q),
    }));
  },
};
