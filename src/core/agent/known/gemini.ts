import type { KnownAgent, KnownScreen } from "./known-agent.ts";

/** Screens that Gemini CLI and its descendants share. */
export const GEMINI_SCREENS: readonly KnownScreen[] = [
  { shows: "waiting", what: "it asks to choose", line: "^[ │]*[●›❯] \\d+\\. ", notFollowedBy: "^ *[>!*] " },
  // A narrow pane wraps the spinner before it, too.
  { shows: "working", what: "it can be cancelled", line: "[(·] ?esc to(?: \\.)? +cancel" },
  { shows: "failed", what: "its last request failed", line: "^ *✕ ", notFollowedBy: "^ *(?:✦|> \\S)" },
  { shows: "ready", what: "it is at its input line", line: "^[ │]*[>!*] " },
];

/** Gemini CLI, whose title names its state. */
export const gemini: KnownAgent = {
  name: "gemini",
  programs: ["gemini", "gemini-cli"],
  workingTitle: "^✦ ",
  waitingTitle: "^✋ ",
  screens: GEMINI_SCREENS,
  resume: ["gemini", "--resume", "{session}"],
  integration: {
    paths: ["{GEMINI_CLI_HOME}/.gemini/settings.json", "{HOME}/.gemini/settings.json"],
    form: "hooks",
    timeout: 5_000,
    hooks: [
      { event: "SessionStart", when: { source: ["startup"] }, reports: "idle" },
      { event: "SessionStart", when: { source: ["resume", "clear"] }, reports: "idle", opensSession: true },
      { event: "BeforeAgent", reports: "working" },
      { event: "BeforeTool", reports: "working" },
      {
        event: "Notification",
        when: { notification_type: ["ToolPermission"] },
        reports: "waiting",
        question: ["{details.title}: {details.command}", "{details.title}: {details.fileName}", "{message}"],
      },
      { event: "AfterAgent", reports: "done" },
    ],
  },
};
