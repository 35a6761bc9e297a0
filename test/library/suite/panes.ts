import { realpathSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PaneLimit } from "../../../src/library/index.ts";
import { failsWith, SHELL, type Stage } from "./stage.ts";

export function describePanes(stage: Stage): void {
  describe("panes", () => {
    test("split: where it was asked for, and the active one stays", async () => {
      const { substrate, session, printed, say } = stage;
      const { paneId: first } = await substrate.spawnSession(session, SHELL);
      const right = await substrate.splitPane(session, "right", {
        command: SHELL,
        percent: 30,
        cwd: "/usr",
      });
      const down = await substrate.splitPane(right, "down", { command: SHELL, env: { WHERE: "below" } });
      const panes = await substrate.listPanes(session);
      expect(panes.map(({ paneId }) => paneId)).toEqual([first, right.paneId, down.paneId]);
      expect(panes.map(({ active }) => active)).toEqual([true, false, false]);
      expect(right).toMatchObject({ session, top: 0, cwd: realpathSync("/usr") });
      expect(panes[1]!.left).toBeGreaterThan(panes[0]!.cols);
      expect(panes[2]).toMatchObject({ left: panes[1]!.left, cols: panes[1]!.cols });
      expect(panes[2]!.top).toBeGreaterThan(panes[1]!.rows);
      expect(new Set(panes.map(({ tmuxPaneId }) => tmuxPaneId)).size).toBe(3);
      await substrate.sendCommand(down, "echo is-$WHERE");
      await printed(down, "is-below");
      await say(session, "first");
      expect(await substrate.captureOutput(right, 50)).not.toContain("first");
    });

    test("a session's variables are its later panes' too", async () => {
      const { substrate, session, printed } = stage;
      await substrate.spawnSession(session, SHELL, { env: { TEAM_NAME: "blue" } });
      const pane = await substrate.splitPane(session, "down", { command: SHELL });
      await substrate.sendCommand(pane, "echo team-$TEAM_NAME");
      await printed(pane, "team-blue");
    });

    test("multi-pane grid: rows and columns of equal panes, each with a program of its own", async () => {
      const { substrate, session, say } = stage;
      await substrate.spawnSession(session, SHELL, { cols: 245, rows: 76 });
      const grid = await substrate.layoutGrid(session, 3, 3, { command: SHELL });
      expect(grid.map((row) => row.length)).toEqual([3, 3, 3]);
      const panes = grid.flat();
      expect(panes.map(({ paneId }) => paneId).sort()).toEqual(
        (await substrate.listPanes(session)).map(({ paneId }) => paneId).sort(),
      );
      for (const row of grid) {
        expect(new Set(row.map(({ top, rows }) => `${top}+${rows}`)).size).toBe(1);
        expect(row.map(({ left }) => left)).toEqual(grid[0]!.map(({ left }) => left));
        expect(row.map(({ cols }) => cols)).toEqual(grid[0]!.map(({ cols }) => cols));
      }
      for (const side of ["cols", "rows"] as const) {
        const lengths = panes.map((pane) => pane[side]);
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(2);
      }
      expect(panes[0]).toMatchObject({ left: 0, top: 0, active: true });
      await Promise.all(panes.map((pane, index) => say(pane, `cell-${index}`)));
      for (const [index, pane] of panes.entries())
        expect((await substrate.captureOutput(pane, 50)).match(/cell-\d$/gm)).toEqual([`cell-${index}`]);
    });

    test("no room: PaneLimit, and a grid that does not fit leaves nothing behind", async () => {
      const { backend, substrate, session } = stage;
      await substrate.spawnSession(session, ["cat"], { cols: 10, rows: 4 });
      await backend.tmux("set-option", "-s", "pane-room", "refuse").catch(() => {}); // Ours alone makes room.
      try {
        await expect(substrate.layoutGrid(session, 1, 8)).rejects.toBeInstanceOf(PaneLimit);
        expect(await substrate.listPanes(session)).toHaveLength(1);
        const split = async () => {
          for (;;) await substrate.splitPane(session, "right", { command: ["cat"] });
        };
        await expect(split()).rejects.toThrow(failsWith("pane-limit"));
      } finally {
        await backend.tmux("set-option", "-su", "pane-room").catch(() => {});
      }
    });

    test("one pane is ended, the others go on; with the last one the session ends", async () => {
      const { substrate, session, names, say } = stage;
      const first = await substrate.spawnSession(session, SHELL);
      const second = await substrate.splitPane(session, "down", { command: SHELL });
      await substrate.destroyPane(first);
      expect(await substrate.listPanes(session)).toMatchObject([{ paneId: second.paneId }]);
      await say(session, "still");
      await substrate.destroyPane(second);
      expect(await names()).toEqual([]);
    });

    test("resize: a session's window, a pane in it", async () => {
      const { substrate, session } = stage;
      await substrate.spawnSession(session, ["cat"]);
      expect(await substrate.resize(session, { cols: 120, rows: 40 })).toEqual({ cols: 120, rows: 40 });
      expect(await substrate.listSessions()).toMatchObject([{ cols: 120, rows: 40 }]);
      const below = await substrate.splitPane(session, "down", { command: ["cat"] });
      expect(await substrate.resize(session, { cols: 160, rows: 61 })).toEqual({ cols: 160, rows: 61 });
      expect(await substrate.resize(below, { cols: 160, rows: 10 })).toEqual({ cols: 160, rows: 10 });
      expect((await substrate.listPanes(session)).map(({ rows }) => rows)).toEqual([50, 10]);
      await substrate.destroyPane(below);
      const [alone] = await substrate.listPanes(session);
      expect(await substrate.resize(alone!, { cols: 90, rows: 33 })).toEqual({ cols: 90, rows: 33 });
    });
  });
}
