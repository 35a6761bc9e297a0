import { expect, test } from "vitest";
import { IdleWorld } from "../../test/property/tree-ports.ts";
import type { PaneId } from "../core/ids.ts";
import { createServer } from "../core/mux/create-server.ts";
import type { PaneOutcome } from "../panes/wait.ts";
import { awaitedPane, firstReport, type WaitReport } from "./awaited-pane.ts";
import type { CliContext } from "./context.ts";

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

test("a pane that closes between its lookup and its wait has ended with its status", async () => {
  const mux = createServer({ socketPath: "/tmp/mullion", ports: new IdleWorld().ports });
  mux.createSession({ name: "brief", cwd: "/" });
  const pane = [...mux.server.panes.values()][0]!;
  const closed = { pane, output: undefined, offset: 0, flush: async () => {} };
  const context = {
    servers: () => [mux],
    live: () => closed,
    endedPane: () => ({ pane: pane.id, time: 0, exit: { status: 8 } }),
  } as unknown as CliContext;
  const options = { target: pane.id, server: undefined, since: undefined, begun: undefined };
  const awaited = await awaitedPane(context, { ...options, until: { kind: "exit" } });
  expect(await awaited.begin({ timeoutMs: undefined, gone: new AbortController().signal })).toMatchObject({
    pane: pane.id,
    outcome: { outcome: "met", exit: { status: 8 } },
  });
});
