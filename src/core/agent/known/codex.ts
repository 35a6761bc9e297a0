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
      followedBy: "\\b[Ee]nter (?:to|continue)\\b",
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
};
