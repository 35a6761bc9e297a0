import type { KnownAgent } from "./known-agent.ts";

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
};
