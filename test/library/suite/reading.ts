import { describe, expect, test } from "vitest";
import type { Stage } from "./stage.ts";

export function describeReading(stage: Stage): void {
  describe("reading", () => {
    test("the last so many lines, also of what scrolled out", async () => {
      const { substrate, session } = stage;
      await substrate.spawnSession(session, "seq 1 500; echo; echo '  indented  '; exec cat");
      await substrate.waitFor(session, { text: "indented" });
      expect(await substrate.captureOutput(session, 1)).toBe("  indented");
      expect(await substrate.captureOutput(session, 4)).toBe("499\n500\n\n  indented");
      const all = await substrate.captureOutput(session, 10_000);
      expect(all.split("\n").slice(0, 500)).toEqual(
        Array.from({ length: 500 }, (_, index) => `${index + 1}`),
      );
      expect(all.split("\n")).toHaveLength(502);
    });

    test("nothing printed is nothing", async () => {
      const { substrate, session } = stage;
      await substrate.spawnSession(session, ["cat"]);
      expect(await substrate.captureOutput(session, 10)).toBe("");
    });

    test("the screen with its styles, and where the cursor is", async () => {
      const { substrate, session } = stage;
      const script =
        "printf 'plain \\033[1;31mred\\033[0m\\n\\033[48;2;1;2;3mback\\033[m end\\033[5;10H'; exec cat";
      await substrate.spawnSession(session, ["sh", "-c", script], { cols: 40, rows: 6 });
      await substrate.waitFor(session, { text: "back end" });
      const screen = await substrate.captureScreen(session);
      expect(screen).toMatchObject({ cols: 40, rows: 6, cursor: { x: 9, y: 4, visible: true } });
      expect(screen.lines).toEqual(["plain red", "back end", "", "", "", ""]);
      expect(screen.styledLines).toHaveLength(6);
      expect(screen.styledLines[0]).toMatch(/^plain \x1b\[(0;)?1(;31m|m\x1b\[31m)red/);
      expect(screen.styledLines[1]).toMatch(/^(\x1b\[[0-9;]*m)*\x1b\[48;2;1;2;3mback\x1b/);
      expect(screen.styledLines[5]!.replace(/\x1b\[[0-9;]*m/g, "")).toBe("");
    });
  });
}
