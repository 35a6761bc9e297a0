import { describe, expect, it } from "vitest";
import { JudgedPane } from "../../../test/property/judged-pane.ts";

const judged = new JudgedPane();

describe("a change in silence", () => {
  /** The longest time until a change is noticed that no output and no key announces. */
  const SOON_MS = 2_000;

  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) judged.world.pass(50);
  };

  /** Lets a long silence pass, then this change, which makes the program run once; returns what was soon reported. */
  function soonAfter(change: () => void): string[] {
    let stirred = true;
    const hasStirred = () => {
      const has = stirred;
      stirred = false;
      return has;
    };
    Object.assign(judged.process, { hasStirred });
    pass(60_000);
    const seen = judged.changes();
    change();
    stirred = true;
    pass(SOON_MS);
    return seen;
  }

  it("is reported where a program begins to read its terminal", () => {
    judged.runs(["sh", "-c", "sleep 60; read x"], "no");
    judged.write("Allow? [y/N] ");
    expect(soonAfter(() => judged.runs(["sh", "-c", "sleep 60; read x"], "read"))).toEqual([
      "working to waiting",
    ]);
  });

  it("is reported where a program gives up waiting", () => {
    judged.runs(["sh", "-c", "read -t 60 x; make"], "read");
    judged.write("Allow? [y/N] ");
    expect(soonAfter(() => judged.runs(["sh", "-c", "read -t 60 x; make"], "no"))).toEqual([
      "waiting to working",
    ]);
  });

  it.each([1_000, 3_000, 9_000, 60_000])("is reported after an answer to a question %i ms old", (ms) => {
    judged.runs(["sh", "-c", "read x; make"], "read");
    Object.assign(judged.process, { hasStirred: () => false });
    judged.write("Which scheme? ");
    pass(ms);
    const seen = judged.changes();
    judged.mux.paneTyped(judged.pane);
    judged.runs(["sh", "-c", "read x; make"], "no");
    judged.write("\r\nanswered\r\n");
    pass(SOON_MS);
    expect(seen).toEqual(["waiting to working"]);
  });

  it("is reported where the program of a report ends", () => {
    judged.runs(["some-agent"], undefined);
    judged.mux.paneReported(judged.pane, { state: "waiting" });
    const end = () => {
      Object.assign(judged.process, {
        foreground: () => ({ pgrp: 3, command: "sleep", argv: ["sleep", "600"], cwd: "/" }),
        hasEnded: () => true,
      });
    };
    expect(soonAfter(end)).toEqual(["waiting to working"]);
  });

  it("is reported where metadata is taken back", () => {
    judged.mux.setPaneMetadata(judged.pane, [["state", "waiting"]]);
    expect(soonAfter(() => judged.mux.setPaneMetadata(judged.pane, [["state", ""]]))).toEqual([
      "waiting to working",
    ]);
  });

  it("is reported where work was reported over a question on the screen", () => {
    judged.runs(["codex"], "poll");
    judged.write("\x1b[2J\x1b[HRun rm?\r\n› 1. Yes\r\n  2. No\r\nPress enter to confirm");
    const seen = soonAfter(() => judged.mux.paneReported(judged.pane, { state: "working" }));
    expect(seen).toEqual(["waiting to working", "working to waiting"]);
  });

  it("is not looked for in a pane at rest, or where nothing has run", () => {
    let asked = 0;
    judged.runs(["vim"], "read");
    soonAfter(() => {});
    Object.assign(judged.process, { hasStirred: () => asked++ < 0 });
    const { pending } = judged.world;
    pass(60_000);
    expect({ asked, pending }).toEqual({ asked: 0, pending: 0 });
    judged.runs(["make"], "no");
    judged.mux.paneTyped(judged.pane);
    soonAfter(() => {});
    let looks = 0;
    Object.assign(judged.process, { foreground: () => void looks++, hasStirred: () => false });
    pass(60_000);
    expect(looks).toBe(0);
    expect(judged.world.pending).toBe(1);
  });
});
