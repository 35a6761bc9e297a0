import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { type Bench, quantile } from "./measure.ts";
import { type Both, type Multiplexer, packageRoot, withSession } from "./multiplexer.ts";

const FLOOD = "yes 'the pane b b b b b b b b b'";
const size = () => ["-x", "80", "-y", "24", "cat"];

/** Milliseconds from a key to its echo on the terminal of an attached client, a list for each; they take turns. */
function timeKeys(both: Both, clients: readonly Multiplexer[], rounds: number): number[][] {
  const program = join(both.dir, "key-timer");
  execFileSync(process.env.CC ?? "cc", ["-O2", "-o", program, join(packageRoot, "bench/key-timer.c")]);
  const argv = clients.flatMap(({ command }) => ["--next", ...command, "attach-session", "-t", "bench"]);
  const result = spawnSync(program, [String(rounds), ...argv], {
    env: both.environment,
    encoding: "utf8",
    timeout: 120_000,
  });
  if (result.status !== 0) throw new Error(`key-timer: ${result.stderr.trim()}`);
  const lines = result.stdout.trimEnd().split("\n");
  return lines.map((line) => line.split(" ").map((us) => Number(us) / 1000));
}

/** Typing into an attached terminal: from the key to its echo, and the same while the pane beside it floods. */
export const attachLatencyBench: Bench = {
  name: "attach-latency",
  async run(both, quick) {
    const rounds = quick ? 200 : 1000;
    const [tmux, mullion] = await withSession(both.tmux, size, (real) =>
      withSession(both.mullion, size, async (ours) => timeKeys(both, [real, ours], rounds)),
    );
    const flooded = await withSession(both.mullion, size, async (ours) => {
      await ours.call("split-window", "-d", "-t", "bench", FLOOD);
      return timeKeys(both, [ours], rounds / 4)[0]!;
    });
    return [
      ...[0.5, 0.99].map((q) => ({
        id: `key to echo p${q * 100}`,
        unit: "ms" as const,
        tmux: quantile(tmux!, q),
        mullion: quantile(mullion!, q),
      })),
      {
        id: "key to echo p99 while a pane floods",
        unit: "ms",
        tmux: undefined,
        mullion: quantile(flooded, 0.99),
      },
    ];
  },
};
