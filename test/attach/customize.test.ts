import { describe } from "vitest";
import { need } from "../setup/need.ts";
import { customizeScenarios } from "./customize-scenarios.ts";
import { playScenarios } from "./play-scenarios.ts";

describe.runIf(need("tmux"))("a person changes options as in the real tmux", () => {
  playScenarios("customize", customizeScenarios);
});
