import type { KnownAgent } from "./known-agent.ts";

/** What an agent asks when it wants to use a tool, from the arguments of the tool. */
export const TOOL_QUESTIONS: readonly string[] = [
  "{tool_input.questions.0.question}",
  "{tool_name}: {tool_input.command}",
  "{tool_name}: {tool_input.file_path}",
  "{tool_name}: {tool_input.url}",
  "{tool_name}",
];

/** How the lines of the conversation begin: prompts, answers, results of tools, times. */
const CONVERSATION = "^ *[❯●⎿✻] *(?!\\d+\\.)";

/** Claude Code. Its title begins with a turning braille cell while it works. */
export const claude: KnownAgent = {
  name: "claude",
  programs: ["claude", "claude-code"],
  workingTitle: "^[⠀-⣿] ",
  screens: [
    {
      shows: "waiting",
      what: "it asks to choose",
      line: "^ *❯ \\d+\\. ",
      followedBy: "\\b(?:Esc|Enter) to ",
      notFollowedBy: "^❯(?! \\d+\\.)",
      questionBelow: CONVERSATION,
    },
    {
      shows: "waiting",
      what: "it asks to choose",
      line: "^ +❯ \\S",
      followedBy: "\\bEnter to (?:confirm|select|continue)\\b",
      notFollowedBy: "^❯",
      questionBelow: CONVERSATION,
      pointed: true,
    },
    {
      shows: "ready",
      what: "it shows a list",
      line: "^ +❯ \\S",
      followedBy: "\\bEsc to ",
      notFollowedBy: "^❯",
    },
    { shows: "working", what: "it can be interrupted", line: "\\besc to interrupt\\b" },
    {
      shows: "failed",
      what: "its last request failed",
      line: "^ *[●⎿] +(?:API Error|Not logged in|Invalid API key|Credit balance)",
      notFollowedBy: "^(?:●|❯ \\S)",
    },
    { shows: "ready", what: "it is at its input line", line: "^❯" },
  ],
  resume: ["claude", "--resume", "{session}"],
  integration: {
    paths: ["{CLAUDE_CONFIG_DIR}/settings.json", "{HOME}/.claude/settings.json"],
    form: "hooks",
    timeout: 5,
    hooks: [
      { event: "SessionStart", when: { source: ["startup"] }, reports: "idle" },
      { event: "SessionStart", when: { source: ["resume", "clear"] }, reports: "idle", opensSession: true },
      { event: "UserPromptSubmit", reports: "working" },
      { event: "PreToolUse", reports: "working" },
      { event: "PermissionRequest", reports: "waiting", question: TOOL_QUESTIONS },
      { event: "Notification", when: { notification_type: ["permission_prompt"] }, reports: "waiting" },
      {
        event: "Notification",
        when: { notification_type: ["elicitation_dialog"] },
        reports: "waiting",
        question: ["{message}"],
      },
      { event: "Stop", reports: "done" },
      { event: "StopFailure", reports: "failed" },
    ],
  },
};
