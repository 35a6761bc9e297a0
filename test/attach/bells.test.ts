import { describe, expect } from "vitest";
import { need } from "../setup/need.ts";
import { bellsIn } from "./outer-terminal.ts";
import { playScenarios } from "./play-scenarios.ts";
import { prefixed, prompts, type Scenario, SETTLED, type Step, shell } from "./scenario.ts";

const FIRST = prompts(1);
/** Ends in a line that says it rang. */
const ring = (times = 1): readonly Step[] => shell(`printf '${"\\a".repeat(times)}'; echo ra''ng`, "rang");
/** A window that rings while another is looked at. */
const background = (told: string | RegExp = "back!"): readonly Step[] => [
  FIRST,
  prefixed(":"),
  SETTLED,
  "new-window -dn back \"printf '\\\\a'; exec cat\"\r",
  { see: told },
];

const ringings: Readonly<Record<string, Scenario>> = {
  "in the current window": { steps: [FIRST, ...ring()] },
  "twice at once": { steps: [FIRST, ...ring(2)] },
  "twice, one after the other": { steps: [FIRST, ...ring(), SETTLED, "clear\r", SETTLED, ...ring()] },
  "in another window": { steps: background() },
  "in another window, of which only a message tells": {
    configuration: ["set -g visual-bell on", "set -g display-time 0"],
    steps: background("Bell in window 1"),
  },
  "in another window, where only the current one counts": {
    configuration: ["set -g bell-action current"],
    steps: background(),
  },
  "in another window, where no bell counts": {
    configuration: ["set -g bell-action none"],
    steps: background(),
  },
  "in a window that the session has twice": {
    steps: [FIRST, prefixed(":"), SETTLED, "link-window -ds :0 -t :5\r", { see: "5:" }, ...ring()],
  },
  "in another window that the session has twice, of which a message tells too": {
    configuration: ["set -g visual-bell both", "set -g display-time 0"],
    steps: [
      FIRST,
      prefixed(":"),
      SETTLED,
      "new-window -dn back 'read X; printf \"\\\\a\"; exec cat' ; link-window -ds :1 -t :5\r",
      { see: "5:back" },
      prefixed(":"),
      SETTLED,
      "send-keys -t :1 Enter\r",
      { see: "Bell in window" },
    ],
  },
  "in the current window, where only others count": {
    configuration: ["set -g bell-action other"],
    steps: [FIRST, ...ring()],
  },
};

describe.runIf(need("tmux"))("as many bells ring as in the real tmux", () => {
  playScenarios("bell", ringings, (both) => {
    const [heardOfReal, heardOfOurs] = both.outputs.map(bellsIn);
    expect(heardOfOurs).toBe(heardOfReal);
  });
});
