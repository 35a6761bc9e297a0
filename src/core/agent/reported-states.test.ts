import { describe, expect, it } from "vitest";
import { JudgedPane } from "../../../test/property/judged-pane.ts";
import { createServer } from "../mux/create-server.ts";
import { collectRecords } from "../records/changes.ts";
import { repairRecords } from "../records/repair.ts";
import type { AgentState } from "./agent-state.ts";
import { HOLD_MS } from "./agent-states.ts";
import { SETTLED_MS, WORK_MS } from "./explain-state.ts";

const judged = new JudgedPane();

describe("a state that is reported by the agent's own hooks", () => {
  const agent = (pgrp: number, argv = ["some-agent"]) =>
    Object.assign(judged.process, {
      foreground: () => ({ pgrp, command: argv[0], argv, cwd: "/" }),
      hasEnded: (group: number) => group !== pgrp && group !== 1,
    });
  const report = (state: AgentState, more: object = {}) => {
    judged.world.pass(1);
    judged.mux.paneReported(judged.pane, { state, ...more });
    return judged.standing;
  };
  const type = () => {
    judged.world.pass(1);
    judged.mux.paneTyped(judged.pane);
  };

  it("holds until the next key: what follows shows whether the question was answered", () => {
    agent(7);
    expect(report("waiting", { question: "May I?" })).toMatchObject({ rule: "report", question: "May I?" });
    type();
    judged.world.pass(HOLD_MS);
    judged.standing;
    judged.world.pass(HOLD_MS);
    expect(judged.standing).toMatchObject({ state: "working", rule: "none" });
    expect(report("done")).toMatchObject({ state: "done", rule: "report", unread: true });
  });

  it("of the end of a turn counts when the title says no work any more", () => {
    agent(7, ["gemini"]);
    judged.mux.setPaneTitle(judged.pane, "✦  Working… (proj)");
    expect(report("done")).toMatchObject({ state: "working", rule: "title" });
    judged.mux.setPaneTitle(judged.pane, "◇  Ready (proj)");
    expect(judged.standing).toMatchObject({ state: "done", rule: "report", unread: true });
  });

  it("of the end of a turn gives way to an error on the screen", () => {
    agent(7, ["gemini"]);
    type();
    judged.world.pass(1);
    judged.mux.setPaneTitle(judged.pane, "✦  Working… (proj)");
    judged.standing;
    judged.mux.setPaneTitle(judged.pane, "◇  Ready (proj)");
    judged.write("✕ [API Error: refused]\r\n\r\n >   Type your message");
    expect(report("done")).toMatchObject({ state: "failed", rule: "screen" });
  });

  it("of a failure stays when the agent reports the end of the same turn, until the next turn", () => {
    agent(7);
    report("working", { session: "s" });
    report("failed", { session: "s" });
    expect(report("done", { session: "s" })).toMatchObject({ state: "failed", rule: "report", unread: true });
    report("working", { session: "s" });
    expect(report("done", { session: "s" })).toMatchObject({ state: "done", rule: "report" });
    report("failed", { session: "s" });
    type();
    expect(report("done", { session: "s" })).toMatchObject({ state: "done", rule: "report" });
    report("failed", { session: "s" });
    expect(report("done", { session: "t", opensSession: true })).toMatchObject({ state: "done" });
  });

  it("stays at rest while a key is typed and echoed, and works when it prints longer", () => {
    agent(7);
    report("done");
    type();
    judged.write("h");
    expect(judged.standing).toMatchObject({ state: "idle", rule: "report" });
    for (let ms = 0; ms <= WORK_MS; ms += 500) {
      judged.world.pass(500);
      judged.write("...");
    }
    judged.world.pass(HOLD_MS);
    judged.write("...");
    expect(judged.standing.state).toBe("working");
  });

  it("ends with its program: a crash back to a shell without marks, killed, and started again", () => {
    agent(7);
    report("working", { session: "s" });
    agent(1, ["sh"]);
    expect(judged.standing.rule).not.toBe("report");
    expect(judged.mux.server.agents.evidenceOf(judged.pane)?.report).toBeUndefined();
    agent(8);
    expect(judged.standing.rule).not.toBe("report");
  });

  it("rests while its program is suspended, and holds again when it is back", () => {
    agent(7);
    report("waiting", { session: "s" });
    agent(1, ["sh"]);
    Object.assign(judged.process, { hasEnded: () => false });
    judged.standing;
    judged.world.pass(HOLD_MS);
    expect(judged.standing.rule).not.toBe("report");
    agent(7);
    expect(judged.standing).toMatchObject({ state: "waiting", rule: "report" });
  });

  it("does not hide a question on the agent's screen behind the work of another tool", () => {
    agent(7, ["codex"]);
    report("working");
    judged.write("\x1b[2J\x1b[HRun rm?\r\n› 1. Yes\r\n  2. No\r\nPress enter to confirm");
    expect(judged.standing).toMatchObject({ state: "working", rule: "report" });
    judged.world.pass(SETTLED_MS);
    expect(judged.standing).toMatchObject({ state: "waiting", rule: "screen" });
  });

  it("keeps its session and question, and ignores the session of an agent that it runs as a tool", () => {
    agent(7);
    report("idle", { session: "outer", agent: "claude" });
    report("waiting", { session: "outer", question: "Which?" });
    expect(report("waiting").question).toBe("Which?");
    expect(report("done", { session: "inner" }).state).toBe("waiting");
    expect(report("idle", { session: "next", opensSession: true })).not.toHaveProperty("question");
    expect(judged.mux.server.agents.evidenceOf(judged.pane)?.report).toMatchObject({
      session: "next",
      agent: "claude",
    });
    agent(8);
    report("working");
    expect(judged.mux.server.agents.evidenceOf(judged.pane)?.report).not.toHaveProperty("session");
  });

  describe("with the session of another agent in the same process group", () => {
    const kept = () => judged.mux.server.agents.evidenceOf(judged.pane)?.report;
    const inner = () => {
      report("working", { agent: "claude", session: "C" });
      return report("idle", { agent: "codex", session: "X", opensSession: true });
    };

    it("is ignored, because the agent runs the other one as a tool", () => {
      agent(7);
      expect(inner()).toMatchObject({ state: "working", rule: "report" });
      report("done", { agent: "codex", session: "X" });
      expect(report("waiting", { agent: "claude", session: "C", question: "Which?" })).toMatchObject({
        state: "waiting",
        question: "Which?",
      });
      expect(kept()).toMatchObject({ session: "C", agent: "claude" });
    });

    it("counts where a script has started that agent after the first one", () => {
      agent(7, ["sh", "/srv/agents.sh"]);
      const scriptRuns = (argv: readonly string[]) =>
        Object.assign(judged.process, {
          terminalUse: () => ({ waits: "poll", wokenBy: () => "more", argv, outer: [argv] }),
        });
      scriptRuns(["claude"]);
      inner();
      expect(kept()).toMatchObject({ session: "C", agent: "claude" });
      scriptRuns(["codex", "exec"]);
      expect(inner()).toMatchObject({ state: "idle", rule: "report" });
      expect(kept()).toMatchObject({ session: "X", agent: "codex" });
    });

    it("counts when another program has the terminal", () => {
      agent(7);
      report("working", { agent: "claude", session: "C" });
      agent(8, ["codex"]);
      report("idle", { agent: "codex", session: "X", opensSession: true });
      expect(kept()).toMatchObject({ session: "X", agent: "codex" });
    });
  });

  it("is ignored from the same agent that the agent runs as a tool", () => {
    agent(7);
    report("working", { agent: "claude", session: "C", by: [7, 1] });
    report("idle", { agent: "claude", session: "X", opensSession: true, by: [12, 9, 7, 1] });
    report("done", { agent: "claude", session: "X", by: [12, 9, 7, 1] });
    expect(judged.standing).toMatchObject({ state: "working", rule: "report" });
    expect(report("waiting", { session: "C", question: "Which?", by: [7, 1] })).toMatchObject({
      question: "Which?",
    });
    report("idle", { agent: "claude", session: "D", opensSession: true, by: [7, 1] });
    expect(judged.mux.server.agents.evidenceOf(judged.pane)?.report).toMatchObject({
      session: "D",
      by: [7, 1],
    });
  });

  it("outlives the daemon with its session, and so does the key that answered it", () => {
    const restored = () => {
      const records = repairRecords(collectRecords(judged.mux.allRecords()));
      const again = createServer({ socketPath: "/tmp/s", ports: judged.world.ports, records });
      const same = again.server.panes.get(judged.pane.id)!;
      again.attachProcess(same, judged.pane.process!);
      return {
        rule: again.server.agents.of(same).rule,
        report: again.server.agents.recordOf(same)?.report,
      };
    };
    agent(7);
    report("waiting", { question: "May I?", session: "s", agent: "claude", by: [7, 1] });
    const kept = { state: "waiting", question: "May I?", session: "s", agent: "claude", pgrp: 7, by: [7, 1] };
    expect(restored()).toMatchObject({ rule: "report", report: kept });
    type();
    expect(restored()).toMatchObject({ rule: "none", report: kept });
  });
});
