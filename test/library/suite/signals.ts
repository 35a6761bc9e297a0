import { describe, expect, test } from "vitest";
import type { Stage } from "./stage.ts";

export function describeSignals(stage: Stage): void {
  describe("signals", () => {
    test("an aborted call rejects with the reason", async () => {
      const { substrate, session } = stage;
      await substrate.spawnSession(session, ["cat"]);
      const reason = new Error("enough");
      const signal = AbortSignal.abort(reason);
      const [pane] = await substrate.listPanes(session);
      const calls = [
        substrate.spawnSession("other", "", { signal }),
        substrate.destroySession(session, { signal }),
        substrate.destroyPane(pane!, { signal }),
        substrate.sendCommand(session, "x", { signal }),
        substrate.sendKey(session, "x", { signal }),
        substrate.captureOutput(session, 1, { signal }),
        substrate.captureScreen(session, { signal }),
        substrate.listSessions({ signal }),
        substrate.listPanes(session, { signal }),
        substrate.splitPane(session, "right", { signal }),
        substrate.layoutGrid(session, 2, 2, { signal }),
        substrate.resize(session, { cols: 80, rows: 24 }, { signal }),
        substrate.waitFor(session, { exit: true }, { signal }),
        substrate.events({ signal }),
      ];
      for (const call of await Promise.allSettled(calls))
        expect(call).toEqual({ status: "rejected", reason });
      expect(await substrate.listPanes(session)).toHaveLength(1);
      expect(await substrate.captureOutput(session, 5)).toBe("");
    });

    test("a wait ends when it is aborted", async () => {
      const { substrate, session } = stage;
      await substrate.spawnSession(session, ["cat"]);
      const stop = new AbortController();
      const abort = async () => {
        await substrate.waitFor(session, { idleMs: 30 });
        stop.abort(new Error("enough"));
      };
      const waiting = substrate.waitFor(session, { text: "never" }, { signal: stop.signal });
      await Promise.all([expect(waiting).rejects.toThrow("enough"), abort()]);
    });
  });
}
