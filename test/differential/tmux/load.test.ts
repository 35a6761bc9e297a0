import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stepOf } from "./script.ts";
import { ourSide, type Side } from "./sides.ts";

/** Many callers at once, and one that never rests: no answer is lost, none is mixed with another's. */
describe("under load", () => {
  let ours: Side;
  beforeAll(() => {
    ours = ourSide();
  });
  afterAll(() => ours.stop());

  const call = (server: string, ...argv: string[]) => ours.call(server, stepOf(argv), new Map());

  it("answers two hundred callers at once, each its own", async () => {
    await call("many", "new-session", "-d", "-s", "a", "cat");
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        call("many", "display-message", "-p", `${i} #{session_name} ${i}`),
      ),
    );
    expect(answers).toEqual(answers.map((_, i) => ({ stdout: `${i} a ${i}\n`, stderr: "", status: 0 })));
    await call("many", "kill-server");
  });

  it("makes a hundred panes for a hundred callers at once, and styles and closes them as they come", async () => {
    await call("panes", "new-session", "-d", "-s", "a", "-x", "200", "-y", "50", "cat");
    const ids = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const made = await call(
          "panes",
          "split-window",
          "-d",
          "-t",
          "%0",
          "-P",
          "-F",
          "#{pane_id}",
          "--",
          "cat",
        );
        const id = made.stdout.trim();
        const styled = await Promise.all([
          call("panes", "set-option", "-p", "-t", id, "window-style", "fg=red"),
          call("panes", "select-pane", "-t", id, "-T", `agent ${i}`),
          call("panes", "select-layout", "-t", "a", "tiled"),
        ]);
        expect([made, ...styled].map(({ stderr, status }) => stderr + status)).toEqual(["0", "0", "0", "0"]);
        return id;
      }),
    );
    expect(new Set(ids).size).toBe(100);
    const listed = await call("panes", "list-panes", "-t", "a", "-F", "#{pane_id} #{pane_title}");
    expect(listed.stdout.trim().split("\n")).toHaveLength(101);
    const closed = await Promise.all(ids.map((id) => call("panes", "kill-pane", "-t", id)));
    expect(closed.every(({ status }) => status === 0)).toBe(true);
    expect((await call("panes", "list-panes", "-t", "a", "-F", "#{pane_id}")).stdout).toBe("%0\n");
    await call("panes", "kill-server");
  });

  it("starts one server for twenty callers that want it at once", async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        call("race", "new-session", "-d", "-P", "-F", "#{pid}", "-s", `s${i}`, "cat"),
      ),
    );
    expect(new Set(made.map(({ stdout, stderr, status }) => stdout + stderr + status)).size).toBe(1);
    const { stdout } = await call("race", "list-sessions", "-F", "#S");
    expect(stdout.trim().split("\n")).toHaveLength(20);
    await call("race", "kill-server");
  });

  it("answers five hundred calls one after the other, each whole", async () => {
    await call("fast", "new-session", "-d", "-s", "a", "-n", "w", "cat");
    const fields = Array.from({ length: 40 }, () => "#{session_id}#{window_name}#{pane_id}").join("\u241e");
    const whole = `${Array.from({ length: 40 }, () => "$0w%0").join("\u241e")}\n`;
    for (let i = 0; i < 500; i++) {
      const { stdout, stderr, status } = await call("fast", "list-panes", "-a", "-F", fields);
      expect({ stdout, stderr, status }).toEqual({ stdout: whole, stderr: "", status: 0 });
    }
    await call("fast", "kill-server");
  });
});
