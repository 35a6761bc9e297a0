import type { KnownAgent } from "./known-agent.ts";

/** aider, whose prompt names the kind of edit: `architect> `. */
export const aider: KnownAgent = {
  name: "aider",
  programs: ["aider"],
  screens: [
    {
      shows: "waiting",
      what: "it asks a question",
      line: "\\? \\(Y\\)es/\\(N\\)o",
      notFollowedBy: "\\S",
    },
    {
      shows: "working",
      what: "it waits for its model",
      line: "\\b(?:Waiting for|Thinking|Updating repo map)",
      notFollowedBy: "\\S",
    },
    {
      shows: "ready",
      what: "it is at its input line",
      line: "^(?:[a-z-]+ )*[a-z-]*> ",
      notFollowedBy: "\\S",
    },
  ],
};
