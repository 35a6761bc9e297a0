import type { KnownAgent, KnownScreen } from "./known-agent.ts";

/** Screens that Gemini CLI and its descendants share. */
export const GEMINI_SCREENS: readonly KnownScreen[] = [
  { shows: "waiting", what: "it asks to choose", line: "^[ │]*[●›❯] \\d+\\. ", notFollowedBy: "^ *[>!*] " },
  { shows: "working", what: "it can be cancelled", line: "[(·] ?esc to cancel" },
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
};
