import { type Bench, median } from "./measure.ts";
import { withSession } from "./multiplexer.ts";

const panes = 100;

/**
 * From kill -9 of the daemon until each of 100 panes shows its screen again, as a caller would notice. The real tmux
 * has no figure here: its panes die with it.
 */
export const recoveryBench: Bench = {
  name: "recovery",
  async run(both, quick) {
    const times = await withSession(
      both.mullion,
      () => ["-x", "80", "-y", "24", "cat"],
      async (mullion) => {
        for (let i = 1; i < panes; i++)
          await mullion.call("new-window", "-d", "-t", `bench:${i}`, `echo pane ${i}; exec cat`);
        const targets = (await mullion.call("list-panes", "-a", "-F", "#{pane_id}")).split("\n");
        const capture = targets.flatMap((pane) => ["capture-pane", "-p", "-t", pane, ";"]).slice(0, -1);
        const measured: number[] = [];
        for (let i = 0; i < (quick ? 3 : 10); i++) {
          const daemon = Number(await mullion.call("display-message", "-p", "#{pid}"));
          const begun = performance.now();
          process.kill(daemon, "SIGKILL");
          await mullion.call(...capture);
          measured.push(performance.now() - begun);
        }
        return measured;
      },
    );
    return [
      { id: `kill -9 to ${panes} panes answering`, unit: "ms", tmux: undefined, mullion: median(times) },
    ];
  },
};
