import { describe } from "vitest";
import { need } from "../setup/need.ts";
import { overlayScenarios } from "./overlay-scenarios.ts";
import { playScenarios } from "./play-scenarios.ts";

describe.runIf(need("tmux"))("a person sees over the picture what the real tmux shows", () => {
  playScenarios("over", overlayScenarios);
});
