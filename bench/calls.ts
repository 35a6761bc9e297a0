import { join } from "node:path";
import { type Bench, median, type Row, timeCalls } from "./measure.ts";
import { type Both, type Multiplexer, packageRoot, withSession } from "./multiplexer.ts";

const calls: Readonly<Record<string, readonly string[]>> = {
  "display-message": ["display-message", "-t", "bench", "-p", "#{window_id}"],
  "list-panes": ["list-panes", "-t", "bench", "-F", "#{pane_id}"],
  "send-keys": ["send-keys", "-t", "bench", "-l", "--", "x"],
  "has-session": ["has-session", "-t", "=bench"],
};

/** A daemon lives for days: its first calls, before Node has compiled their code, are not typical. */
const WARM_UP_ROUNDS = 600;

/** Whole-process time of the calls that tools make most. */
export const callBench: Bench = {
  name: "calls",
  async run(both, quick) {
    const idle = () => ["cat"];
    return withSession(both.tmux, idle, (tmux) =>
      withSession(both.mullion, idle, async (mullion) => {
        const rounds = quick ? 200 : 1000;
        const rows = Object.entries(calls).map(([name, argv]) => {
          const sides = [tmux, mullion].map((on) => ({ on, argv }));
          return timeSides(both, sides, { id: `call ${name}`, rounds });
        });
        return [...rows, timeReport(both, tmux, rounds)];
      }),
    );
  },
};

/** What a hook of an agent costs: `mullion report`, beside a call of tmux that prints one thing. */
function timeReport(both: Both, tmux: Multiplexer, rounds: number): Row {
  const verb = { ...both.mullion, command: [join(packageRoot, "bin/mullion")] };
  const sides = [
    { on: tmux, argv: calls["display-message"]! },
    { on: verb, argv: ["report", "working", "--pane", "bench"] },
  ];
  return timeSides(both, sides, { id: "call report beside display-message", rounds });
}

function timeSides(
  both: Both,
  sides: Parameters<typeof timeCalls>[1],
  { id, rounds }: { readonly id: string; readonly rounds: number },
): Row {
  timeCalls(both, sides, { rounds: WARM_UP_ROUNDS });
  const [real, ours] = timeCalls(both, sides, { rounds });
  return { id, unit: "ms", tmux: median(real!), mullion: median(ours!) };
}
