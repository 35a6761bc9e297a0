import { type Bench, median, timeCalls } from "./measure.ts";
import { withSession } from "./multiplexer.ts";

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
        return Object.entries(calls).map(([name, argv]) => {
          const sides = [tmux, mullion].map((on) => ({ on, argv }));
          timeCalls(both, sides, { rounds: WARM_UP_ROUNDS });
          const [real, ours] = timeCalls(both, sides, { rounds });
          return { id: `call ${name}`, unit: "ms", tmux: median(real!), mullion: median(ours!) } as const;
        });
      }),
    );
  },
};
