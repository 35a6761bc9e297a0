import { GEMINI_SCREENS } from "./gemini.ts";
import type { KnownAgent } from "./known-agent.ts";

/** Qwen Code, which began as Gemini CLI. */
export const qwen: KnownAgent = {
  name: "qwen",
  programs: ["qwen", "qwen-code"],
  screens: GEMINI_SCREENS,
  resume: ["qwen", "--resume", "{session}"],
};
