import { describe, expect, it } from "vitest";
import { knownAgent } from "./known-agents.ts";
import { readHook } from "./read-hook.ts";

const read = (agent: string, json: unknown) => readHook(knownAgent(agent)!, json);

describe("the JSON of a hook", () => {
  it.each([
    ["claude", { hook_event_name: "SessionStart", session_id: "s", source: "startup" }, { state: "idle" }],
    [
      "claude",
      { hook_event_name: "SessionStart", session_id: "s", source: "clear" },
      { state: "idle", opensSession: true },
    ],
    ["claude", { hook_event_name: "UserPromptSubmit", session_id: "s", prompt: "x" }, { state: "working" }],
    [
      "claude",
      {
        hook_event_name: "PermissionRequest",
        session_id: "s",
        tool_name: "Bash",
        tool_input: { command: "rm  -r\n build" },
      },
      { state: "waiting", question: "Bash: rm -r build" },
    ],
    [
      "claude",
      {
        hook_event_name: "PermissionRequest",
        session_id: "s",
        tool_name: "AskUserQuestion",
        tool_input: { questions: [{ question: "Which colour?" }] },
      },
      { state: "waiting", question: "Which colour?" },
    ],
    ["claude", { hook_event_name: "StopFailure", session_id: "s", error: "overloaded" }, { state: "failed" }],
    ["codex", { hook_event_name: "Stop", session_id: "s", turn_id: "t" }, { state: "done" }],
    [
      "gemini",
      {
        hook_event_name: "Notification",
        session_id: "s",
        notification_type: "ToolPermission",
        message: "Tool Shell requires execution",
        details: { type: "exec", title: "Confirm Shell Command", command: "ls" },
      },
      { state: "waiting", question: "Confirm Shell Command: ls" },
    ],
    [
      "opencode",
      { hook_event_name: "session.status", session_id: "s", status: { type: "idle" } },
      { state: "done" },
    ],
  ])("of %s reports its state, question and session: %o", (agent, json, report) => {
    expect(read(agent, json)).toEqual({ agent, session: "s", ...report });
  });

  it.each([
    undefined,
    null,
    3,
    "Stop",
    [],
    {},
    { hook_event_name: "Unknown" },
    { hook_event_name: ["Stop"] },
    { hook_event_name: "SessionStart", source: "compact" },
    { hook_event_name: "Notification", notification_type: "idle_prompt", message: "waiting for input" },
  ])("reports nothing if it says nothing about the state: %o", (json) => {
    expect(read("claude", json)).toBeUndefined();
  });

  it("is bounded: a long question is cut, and a long session is none", () => {
    const json = {
      hook_event_name: "PermissionRequest",
      session_id: "s".repeat(1_000),
      tool_name: "Bash",
      tool_input: { command: "x".repeat(10_000) },
    };
    const report = read("claude", json);
    expect(report?.question).toHaveLength(300);
    expect(report).not.toHaveProperty("session");
  });
});
