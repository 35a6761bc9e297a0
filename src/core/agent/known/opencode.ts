import type { KnownAgent } from "./known-agent.ts";

/** OpenCode prints a line with ▣ after each answer. After an error, that line follows a box and shows no duration. */
export const opencode: KnownAgent = {
  name: "opencode",
  programs: ["opencode"],
  screens: [
    {
      shows: "waiting",
      what: "it asks for permission",
      line: "\\bAllow once +Allow always +Reject\\b",
      question: "△ (.+)",
      options: "Allow once|Allow always|Reject",
    },
    {
      shows: "waiting",
      what: "it asks for confirmation",
      line: "\\bConfirm +Cancel +⇆ select\\b",
      question: "△ (.+)",
      options: "Confirm|Cancel",
    },
    {
      shows: "waiting",
      what: "it asks to choose",
      line: "^[ ┃]*1\\. ",
      followedBy: "\\benter (?:submit|confirm|toggle)\\b",
      numbered: true,
    },
    {
      shows: "working",
      what: "it can be interrupted",
      line: "\\besc (?:again to )?interrupt\\b|[■⬝]{5,} +esc\\b",
    },
    {
      shows: "failed",
      what: "its last request failed",
      line: "^ *▣ +[^·]*· [^·]*$",
      above: "^ *┃ *$",
      notFollowedBy: "^ *▣",
    },
    { shows: "ready", what: "it is at its input line", line: "ctrl\\+p(?: commands\\b| *$)" },
  ],
  resume: ["opencode", "--session", "{session}"],
  integration: {
    paths: [
      "{OPENCODE_CONFIG_DIR}/plugin/mullion.js",
      "{XDG_CONFIG_HOME}/opencode/plugin/mullion.js",
      "{HOME}/.config/opencode/plugin/mullion.js",
    ],
    form: "plugin",
    hooks: [
      {
        event: "session.status",
        when: { "status.type": ["busy", "retry"] },
        reports: "working",
        opensSession: true,
      },
      { event: "session.status", when: { "status.type": ["idle"] }, reports: "done" },
      {
        event: "permission.asked",
        reports: "waiting",
        question: ["{permission}: {patterns.0}", "{permission}"],
      },
      { event: "permission.replied", reports: "working" },
      { event: "question.asked", reports: "waiting", question: ["{questions.0.question}"] },
      { event: "question.replied", reports: "working" },
      { event: "session.error", reports: "failed" },
    ],
  },
};
