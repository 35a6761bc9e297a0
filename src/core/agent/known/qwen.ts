import { GEMINI_SCREENS } from "./gemini.ts";
import type { KnownAgent } from "./known-agent.ts";

/** Qwen Code, which began as Gemini CLI. */
export const qwen: KnownAgent = {
  name: "qwen",
  programs: ["qwen", "qwen-code"],
  screens: [
    { shows: "working", what: "Enter steers its turn", line: "^ *Enter to steer " },
    ...GEMINI_SCREENS,
  ],
  resume: ["qwen", "--resume", "{session}"],
};
