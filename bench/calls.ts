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
/** Every call is measured in each turn: what the machine does meanwhile, and code compiled late, affects all of them. */
const TURNS = 5;

/** A call of both, in the order of `Row`: the real tmux, then Mullion. */
interface Subject {
  readonly id: string;
  readonly sides: Parameters<typeof timeCalls>[1];
}

/** Whole-process time of the calls that tools make most. */
export const callBench: Bench = {
  name: "calls",
  async run(both, quick) {
    const idle = () => ["cat"];
    return withSession(both.tmux, idle, (tmux) =>
      withSession(both.mullion, idle, async (mullion) => {
        const subjects = subjectsOn(both, tmux, mullion);
        for (const { sides } of subjects) timeCalls(both, sides, { rounds: WARM_UP_ROUNDS });
        const rounds = (quick ? 200 : 1000) / TURNS;
        const turns = Array.from({ length: TURNS }, () =>
          subjects.map(({ sides }) => timeCalls(both, sides, { rounds })),
        );
        return subjects.map(({ id }, subject): Row => {
          const medianOf = (side: number) => median(turns.flatMap((turn) => turn[subject]![side]!));
          return { id, unit: "ms", tmux: medianOf(0), mullion: medianOf(1) };
        });
      }),
    );
  },
};

function subjectsOn(both: Both, tmux: Multiplexer, mullion: Multiplexer): readonly Subject[] {
  const same = Object.entries(calls).map(([name, argv]) => ({
    id: `call ${name}`,
    sides: [tmux, mullion].map((on) => ({ on, argv })),
  }));
  // What a hook of an agent costs: `mullion report`, beside a call of tmux that prints one thing.
  const verb = { ...both.mullion, command: [join(packageRoot, "bin/mullion")] };
  const report = [
    { on: tmux, argv: calls["display-message"]! },
    { on: verb, argv: ["report", "working", "--pane", "bench"] },
  ];
  return [...same, { id: "call report beside display-message", sides: report }];
}
