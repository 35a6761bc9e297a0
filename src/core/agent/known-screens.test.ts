import { describe, expect, it } from "vitest";
import { JudgedPane, LOOK_MS } from "../../../test/property/judged-pane.ts";
import { HOLD_MS } from "./agent-states.ts";
import { SETTLED_MS, UNFINISHED_MS, WORK_MS } from "./explain-state.ts";

const judged = new JudgedPane();

describe("an agent at its input line", () => {
  it("is not done when an agent that shows its work was long about to draw its next screen", () => {
    const seen = judged.changes();
    const footer = "  tab agents  ctrl+p commands";
    const shows = (text: string) => {
      judged.write(`\x1b[2J\x1b[H${text}`);
      judged.world.pass(LOOK_MS);
    };
    judged.runs(["opencode"], "poll");
    shows(footer);
    judged.mux.paneTyped(judged.pane);
    shows("");
    for (let passed = 0; passed < WORK_MS + HOLD_MS; passed += LOOK_MS) judged.world.pass(LOOK_MS);
    shows(footer);
    expect(judged.standing.state).toBe("idle");
    shows("  ■■■⬝⬝  esc interrupt");
    shows(footer);
    judged.world.pass(LOOK_MS);
    expect(seen).toEqual([
      "working to idle",
      "idle to working",
      "working to idle",
      "idle to working",
      "working to done",
    ]);
  });

  it("has a question that a narrow pane wraps", () => {
    judged.runs(["claude"], "poll");
    const question = ["Quick safety check: Is this a project you", "created or one", "you trust?"];
    judged.write(["", "A tool", ...question, "", "❯ 1. Yes", "  2. No", "Enter to confirm"].join("\r\n"));
    judged.world.pass(LOOK_MS);
    expect(judged.standing.question).toBe("Is this a project you created or one you trust?");
  });

  it("is failed after a request that failed at once, until the next key", () => {
    const type = () => {
      judged.world.pass(1);
      judged.mux.paneTyped(judged.pane);
    };
    const shows = (...lines: string[]) => {
      judged.write(`\x1b[2J\x1b[H${lines.join("\r\n")}`);
      judged.world.pass(LOOK_MS);
      return judged.standing.state;
    };
    judged.runs(["copilot"], "poll");
    expect(shows("❯ ")).toBe("idle");
    type();
    const failure = ["❯ hello", "  ✗ You must be logged in"];
    expect(shows(...failure, "❯ ")).toBe("failed");
    type();
    expect(shows(...failure, "❯ he")).toBe("idle");
    type();
    expect(shows(...failure, "❯ ")).toBe("idle");
    type();
    expect(shows(...failure, ...failure, "❯ ")).toBe("failed");
  });

  it("is idle also after a slow start", () => {
    judged.runs(["codex"], "poll");
    for (let second = 0; second < 5; second++) {
      judged.write("loading\r\n");
      judged.world.pass(1_000);
    }
    judged.write("\x1b[2J\x1b[H› Ask Codex to do anything");
    judged.world.pass(UNFINISHED_MS);
    expect(judged.standing.state).toBe("idle");
  });

  it("waits where Codex asks whether new hooks are trusted", () => {
    judged.runs(["codex"], "poll");
    judged.write("Hooks need review\r\n\r\n› 1. Review hooks\r\n  2. Trust all and continue\r\n\r\n");
    judged.write("  enter confirm · esc skip");
    judged.world.pass(UNFINISHED_MS);
    expect(judged.standing).toMatchObject({ state: "waiting", rule: "screen" });
  });

  it.each([
    ["Allow execution of: 'touch'?", "Allow execution of: 'touch'?"],
    ["Careful: Do you want to proceed?", "Do you want to proceed?"],
    ["It is new. Trust it? Is it yours?", "Is it yours?"],
  ])("asks the sentence before its choices: %s", (line, question) => {
    judged.runs(["qwen"], "poll");
    judged.write(`│ ${line}\r\n│\r\n│ › 1. Yes, allow once`);
    judged.world.pass(SETTLED_MS);
    expect(judged.standing).toMatchObject({ state: "waiting", rule: "screen", question });
  });

  const ready = "\x1b[2J\x1b[H✻ Worked for 3s\r\n\r\n❯ \r\n  ? for shortcuts";

  it("is idle before it was asked, done after it has worked, and idle again with the next key", () => {
    judged.runs(["claude"], "poll");
    judged.write(ready);
    judged.world.pass(UNFINISHED_MS);
    expect(judged.standing).toMatchObject({ state: "idle", rule: "screen" });
    judged.mux.setPaneTitle(judged.pane, "⠂ Claude Code");
    expect(judged.standing).toMatchObject({ state: "working", rule: "title" });
    judged.world.pass(1_000);
    judged.mux.setPaneTitle(judged.pane, "✳ Claude Code");
    judged.standing;
    judged.world.pass(LOOK_MS);
    expect(judged.standing).toMatchObject({ state: "done", unread: true });
    judged.world.pass(1);
    judged.mux.paneTyped(judged.pane);
    expect(judged.standing).toMatchObject({ state: "idle", unread: false });
  });
});
