import { expect, test } from "vitest";
import type { PaneId } from "../core/ids.ts";
import type { PaneOutcome } from "../panes/wait.ts";
import { firstReport, type WaitReport } from "./awaited-pane.ts";

const report = (pane: PaneId, outcome: PaneOutcome["outcome"]): WaitReport => ({
  pane,
  outcome: { outcome },
});
const later = (value: WaitReport) => new Promise<WaitReport>((resolve) => setImmediate(() => resolve(value)));

test.each(["exited", "timed-out"] as const)(
  "a pane that has %s leaves the wait to the others",
  async (outcome) => {
    const met = report("%2", "met");
    expect(await firstReport([Promise.resolve(report("%1", outcome)), later(met)])).toBe(met);
  },
);

test("of several conditions that hold, the one of the first pane is reported", async () => {
  const [one, two] = [report("%1", "met"), report("%2", "met")];
  expect(await firstReport([Promise.resolve(one), Promise.resolve(two)])).toBe(one);
});

test("without a condition that holds, the last report is", async () => {
  const last = report("%2", "timed-out");
  expect(await firstReport([Promise.resolve(report("%1", "exited")), later(last)])).toBe(last);
});
