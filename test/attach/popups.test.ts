import { describe } from "vitest";
import { need } from "../setup/need.ts";
import { playScenarios } from "./play-scenarios.ts";
import { popupScenarios } from "./popup-scenarios.ts";

describe.runIf(need("tmux"))("a person sees in a popup what the real tmux shows", () => {
  playScenarios("popup", popupScenarios);
});
