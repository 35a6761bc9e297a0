import { describe, expect, test } from "vitest";
import { InvalidCommand, InvalidKey, InvalidLines } from "../../../src/library/index.ts";
import { SHELL, type Stage } from "./stage.ts";

export function describeTyping(stage: Stage): void {
  describe("typing", () => {
    test("text arrives as it is", async () => {
      const { substrate, session } = stage;
      const lines = [
        "-x",
        "--",
        "one;",
        "two\\;",
        ";",
        "a ; b",
        "Enter",
        "C-c",
        "#{pane_id} #S",
        "$HOME `id`",
        '"q"',
      ];
      lines.push("it's", "tab is not here", "ünï 漢字 🚀", "\\", "%1", "x".repeat(150), "~", "{last}");
      await substrate.spawnSession(session, [
        "sh",
        "-c",
        'stty -echo; echo ready; while IFS= read -r x; do echo "<$x>"; done',
      ]);
      await substrate.waitFor(session, { text: "ready" });
      for (const line of lines) await substrate.sendCommand(session, line);
      await substrate.sendCommand(session, "");
      await substrate.waitFor(session, { text: "<>" });
      const answers = (await substrate.captureOutput(session, 100)).match(/^<.*>$/gm);
      expect(answers).toEqual([...lines, ""].map((line) => `<${line}>`));
    });

    test("a command of many lines, and one as long as may be", async () => {
      const { substrate, session, printed, say } = stage;
      await substrate.spawnSession(session, ["bash", "--norc"]);
      await say(session, "ready");
      await substrate.sendCommand(session, "for i in 1 2; do\necho line-$i\ndone");
      await printed(session, "line-2");
      const long = `: ${"y".repeat(8192 - 14)}; echo done`;
      expect(Buffer.byteLength(long)).toBe(8191);
      await substrate.sendCommand(session, long);
      await printed(session, "^done");
    });

    test("keys by name", async () => {
      const { substrate, session } = stage;
      await substrate.spawnSession(session, [
        "sh",
        "-c",
        "stty -echo -icanon -isig; echo ready; exec cat -v",
      ]);
      await substrate.waitFor(session, { text: "ready" });
      const keys = [
        "a",
        ";",
        "Up",
        "C-a",
        "M-x",
        "F1",
        "Tab",
        "Space",
        "BSpace",
        "é",
        "Escape",
        "^B",
        "-",
        "enter",
      ];
      for (const key of keys) await substrate.sendKey(session, key);
      await substrate.sendCommand(session, "end");
      const { text } = await substrate.waitFor(session, { text: "end" });
      const output = await substrate.captureOutput(session, 5);
      expect(output, text).toContain("ready\na;^[[A^A^[x^[OP");
      expect(output).toContain("M-CM-)^[^B-");
    });

    test("C-c interrupts", async () => {
      const { substrate, session, printed, say } = stage;
      await substrate.spawnSession(session, SHELL);
      // A shell that is about to start a program may lose the interrupt: the program itself says that it runs.
      await substrate.sendCommand(session, "sh -c 'echo wa\"\"iting; exec sleep 1000'");
      await printed(session, "waiting");
      await substrate.sendKey(session, "C-c");
      await say(session, "interrupted");
    });

    test("what is no key, no command, no number of lines, no size is refused before anything is typed", async () => {
      const { substrate, session, names } = stage;
      await substrate.spawnSession(session, ["cat"]);
      for (const key of ["", "Nope", "Enter Enter", "C-", "x\n", "\x1b", "F13", "-t"])
        await expect(substrate.sendKey(session, key), key).rejects.toBeInstanceOf(InvalidKey);
      for (const command of ["a\0b", "\x1b[A", "\x7f", "x".repeat(8193), "ü".repeat(4097)]) {
        await expect(substrate.sendCommand(session, command)).rejects.toBeInstanceOf(InvalidCommand);
        await expect(substrate.spawnSession("other", command)).rejects.toBeInstanceOf(InvalidCommand);
        await expect(substrate.spawnSession("other", ["echo", command])).rejects.toBeInstanceOf(
          InvalidCommand,
        );
      }
      await expect(substrate.spawnSession("other", [])).rejects.toBeInstanceOf(InvalidCommand);
      for (const lines of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1_000_001])
        await expect(substrate.captureOutput(session, lines)).rejects.toBeInstanceOf(InvalidLines);
      const wrong = [
        substrate.resize(session, { cols: 0, rows: 10 }),
        substrate.spawnSession("other", "", { cols: 1.5 }),
        substrate.spawnSession("other", "", { cwd: "relative" }),
        substrate.spawnSession("other", "", { env: { "A=B": "" } }),
        substrate.splitPane(session, "left" as never),
        substrate.splitPane(session, "right", { percent: 0 }),
        substrate.layoutGrid(session, 0, 1),
        substrate.waitFor(session, {} as never),
        substrate.waitFor(session, { regex: "(" }),
        substrate.waitFor(session, { idleMs: 0 }),
        substrate.waitFor(session, { text: "x" }, { timeoutMs: -1 }),
      ];
      for (const attempt of await Promise.allSettled(wrong))
        expect(attempt).toMatchObject({ status: "rejected", reason: { code: "invalid-argument" } });
      expect(await names()).toEqual([session]);
      await substrate.sendCommand(session, "only this");
      await substrate.waitFor(session, { text: "only this" });
      expect((await substrate.captureOutput(session, 50)).split("\n")[0]).toBe("only this");
    });
  });
}
