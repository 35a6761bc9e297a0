import { PanesReport } from "../hosts/panes-report.ts";
import { defineHotVerb } from "../verb.ts";

/** Longest number that asks for a mark. */
const MAX_NUMBER_CHARS = 15;

/** What the daemon of another machine runs here to list the panes (`hosts/host-view.ts`). */
export const reportPanes = defineHotVerb({
  name: "report-panes",
  summary: "report every pane, and its changes, to another machine",
  hidden: true,
  async run({ context, invocation, print }) {
    const home = invocation.environment.get("HOME") ?? "";
    const { flow } = invocation;
    const report = new PanesReport(context, home, {
      write: print,
      get congested() {
        return flow.congested;
      },
    });
    flow.onDrained(() => report.resume());
    let rest = "";
    await new Promise<void>((resolve) => {
      invocation.onGone(resolve);
      invocation.stdin.relay({
        onData(bytes) {
          const lines = (rest + Buffer.from(bytes).toString("latin1")).split("\n");
          rest = lines.pop() ?? "";
          // One mark answers for all numbers before it.
          const newest = lines.at(-1);
          if (newest !== undefined && newest.length <= MAX_NUMBER_CHARS) report.mark(Number(newest) || 0);
          if (rest.length > MAX_NUMBER_CHARS) resolve();
        },
        onEnd: resolve,
      });
    });
    report.close();
  },
});
