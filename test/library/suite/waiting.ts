import { describe, expect, test } from "vitest";
import { SessionNotFound } from "../../../src/library/index.ts";
import type { Stage } from "./stage.ts";

export function describeWaiting(stage: Stage): void {
  describe("waiting", () => {
    test("for text: that is there, that comes, that scrolls by", async () => {
      const { substrate, session } = stage;
      await substrate.spawnSession(session, "echo there; read x; seq 1 3000; echo end; exec cat");
      expect(await substrate.waitFor(session, { text: "the" })).toEqual({ outcome: "met", text: "there" });
      const print = async () => {
        await substrate.waitFor(session, { idleMs: 50 });
        await substrate.sendKey(session, "Enter");
      };
      const coming = substrate.waitFor(session, { regex: "^14[[:digit:]]{2}$" });
      expect((await Promise.all([coming, print()]))[0]).toEqual({ outcome: "met", text: "1400" });
    });

    test("in vain", async () => {
      const { substrate, session } = stage;
      await substrate.spawnSession(session, ["cat"]);
      expect(await substrate.waitFor(session, { text: "never" }, { timeoutMs: 50 })).toEqual({
        outcome: "timed-out",
      });
      expect(await substrate.waitFor(session, { exit: true }, { timeoutMs: 0 })).toEqual({
        outcome: "timed-out",
      });
    });

    test("for what holds already, however short the time", async () => {
      const { substrate, session } = stage;
      await substrate.spawnSession(session, "echo there; exec cat");
      await substrate.waitFor(session, { text: "there" });
      for (const timeoutMs of [0, 1, 5])
        expect(await substrate.waitFor(session, { text: "there" }, { timeoutMs })).toEqual({
          outcome: "met",
          text: "there",
        });
    });

    test("until nothing is printed", async () => {
      const { substrate, session } = stage;
      await substrate.spawnSession(
        session,
        "i=0; while [ $i -lt 12 ]; do echo $i; i=$((i+1)); sleep 0.03; done; exec cat",
      );
      expect(await substrate.waitFor(session, { idleMs: 400 })).toEqual({ outcome: "met" });
      expect(await substrate.captureOutput(session, 1)).toBe("11");
    });

    test("for the end: of one that runs, that has gone, that goes before anything else happens", async () => {
      const { substrate, session } = stage;
      const born = await substrate.spawnSession(session, "read x; exit 3");
      const end = async () => {
        await substrate.waitFor(session, { idleMs: 50 });
        await substrate.sendKey(session, "Enter");
      };
      const [met, text, idle] = await Promise.all([
        substrate.waitFor(session, { exit: true }),
        substrate.waitFor(born, { text: "never" }),
        substrate.waitFor(born, { idleMs: 20_000 }),
        end(),
      ]);
      expect(met).toMatchObject({ outcome: "met" });
      expect(text).toMatchObject({ outcome: "exited" });
      expect(idle).toMatchObject({ outcome: "exited" });
      expect(await substrate.waitFor(born, { exit: true })).toMatchObject({ outcome: "met" });
      await expect(substrate.waitFor(session, { exit: true })).rejects.toBeInstanceOf(SessionNotFound);
    });
  });
}
