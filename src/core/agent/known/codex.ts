import { TOOL_QUESTIONS } from "./claude.ts";
import type { KnownAgent } from "./known-agent.ts";

/** OpenAI Codex CLI. */
export const codex: KnownAgent = {
  name: "codex",
  programs: ["codex"],
  workingTitle: "^[⠀-⣿] ",
  waitingTitle: "Action Required",
  screens: [
    {
      shows: "waiting",
      what: "it asks to choose",
      line: "^ *› \\d+\\. ",
      followedBy: "\\b[Ee]nter (?:to|continue|confirm)\\b",
    },
    {
      shows: "working",
      what: "it can be interrupted",
      line: "\\besc to interrupt\\b|^ *Waiting for startup",
    },
    {
      shows: "failed",
      what: "its last request failed",
      line: "^ *■ (?!Conversation interrupted)",
      notFollowedBy: "^(?:■|•)",
    },
    { shows: "ready", what: "it is at its input line", line: "^›" },
  ],
  resume: ["codex", "resume", "{session}"],
  integration: {
    paths: ["{CODEX_HOME}/hooks.json", "{HOME}/.codex/hooks.json"],
    form: "hooks",
    timeout: 5,
    confirm: "Codex asks at its next start whether you trust the new hooks; /hooks shows them.",
    hooks: [
      { event: "SessionStart", reports: "idle", opensSession: true },
      { event: "UserPromptSubmit", reports: "working" },
      { event: "PreToolUse", reports: "working" },
      { event: "PermissionRequest", reports: "waiting", question: TOOL_QUESTIONS },
      { event: "Stop", reports: "done" },
    ],
  },
};
