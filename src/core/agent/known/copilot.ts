import type { KnownAgent } from "./known-agent.ts";

/** GitHub Copilot CLI. */
export const copilot: KnownAgent = {
  name: "copilot",
  programs: ["copilot"],
  screens: [
    {
      shows: "waiting",
      what: "it asks to choose",
      line: "^[ │]*❯ \\d+\\. ",
      followedBy: "\\benter to select\\b",
    },
    { shows: "working", what: "it can be cancelled", line: "\\besc to (?:cancel|interrupt)\\b" },
    { shows: "failed", what: "its last request failed", line: "^ *✗ ", notFollowedBy: "^(?: *● |❯ \\S)" },
    { shows: "ready", what: "it is at its input line", line: "^❯" },
  ],
  resume: ["copilot", "--resume={session}"],
};
