import { describe } from "vitest";
import { need } from "../setup/need.ts";
import { playScenarios } from "./play-scenarios.ts";
import { fzfScenarios, htopScenarios } from "./program-scenarios.ts";

describe.runIf(need("tmux", "fzf"))("fzf looks as in the real tmux", () => {
  playScenarios("fzf", fzfScenarios);
});

describe.runIf(need("tmux", "htop"))("htop looks as in the real tmux", () => {
  playScenarios("htop", htopScenarios);
});
