import { describe } from "vitest";
import { need } from "../setup/need.ts";
import { playScenarios } from "./play-scenarios.ts";
import { scenarios } from "./scenarios.ts";

describe.runIf(need("tmux", "vim.tiny", "less"))("a person sees what the real tmux shows", () => {
  playScenarios("scene", scenarios);
});
