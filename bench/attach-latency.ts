import { type Bench, compiledTimer, inStretches, type Row, runTimer, steadyQuantile } from "./measure.ts";
import { type Both, type Multiplexer, withSession } from "./multiplexer.ts";

const FLOOD = "yes 'the pane b b b b b b b b b'";
const running =
  (...command: readonly string[]) =>
  () => ["-x", "80", "-y", "24", ...command];

interface Typing {
  readonly both: Both;
  readonly stretches: number;
  /** Keys in each stretch. */
  readonly keys: number;
}

/**
 * Milliseconds from a key to its echo on the terminal of an attached client, in stretches; the multiplexers take turns.
 */
function timeKeys({ both, stretches, keys }: Typing, clients: readonly Multiplexer[]): number[][][] {
  const argv = clients.flatMap(({ command }) => ["--next", ...command, "attach-session", "-t", "bench"]);
  const times = runTimer(both, "key-timer", [String(stretches * keys), ...argv]);
  return times.map((each) => inStretches(each, stretches));
}

/** Types the same keys into the same program on both multiplexers, by turns. */
async function besideTmux(typing: Typing, what: string, command: readonly string[]): Promise<Row[]> {
  const { both } = typing;
  const size = running(...command);
  const [tmux, mullion] = await withSession(both.tmux, size, (real) =>
    withSession(both.mullion, size, async (ours) => timeKeys(typing, [real, ours])),
  );
  return [0.5, 0.99].map((q) => ({
    id: `${what} p${q * 100}`,
    unit: "ms",
    tmux: steadyQuantile(tmux!, q),
    mullion: steadyQuantile(mullion!, q),
  }));
}

/**
 * Typing into an attached terminal: from the key to its echo by the system, by a line editor and by a program that
 * paints, and the first of these while the pane beside it floods.
 */
export const attachLatencyBench: Bench = {
  name: "attach-latency",
  async run(both, quick) {
    const typing = { both, ...(quick ? { stretches: 3, keys: 100 } : { stretches: 5, keys: 200 }) };
    const flooded = () =>
      withSession(both.mullion, running("cat"), async (ours) => {
        await ours.call("split-window", "-d", "-t", "bench", FLOOD);
        return timeKeys({ ...typing, stretches: 3 }, [ours])[0]!;
      });
    return [
      ...(await besideTmux(typing, "key to echo", ["cat"])),
      ...(await besideTmux(typing, "key to echo in a shell", ["bash", "--norc", "--noprofile"])),
      ...(await besideTmux(typing, "key to painted echo", [compiledTimer(both, "key-timer"), "--paint"])),
      {
        id: "key to echo p99 while a pane floods",
        unit: "ms",
        tmux: undefined,
        mullion: steadyQuantile(await flooded(), 0.99),
      },
    ];
  },
};
