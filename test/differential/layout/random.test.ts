import fc from "fast-check";
import { describe, expect } from "vitest";
import { type Check, property } from "../../fixtures/property.ts";
import { need } from "../../setup/need.ts";
import { ENDED, OracleLost } from "./control-tmux.ts";
import { Pair } from "./pair.ts";
import { chooser, layoutSteps, type StepMaker, windowSteps, workSessions } from "./steps.ts";

const RUNS = { runs: 26, msPerRun: 5_000, shrinks: false };
const STEPS = 30;

describe.runIf(need("tmux"))("random sequences on real tmux and on our tree", () => {
  property("agree on panes and layouts", RUNS, (check) => compare(check, layoutSteps));
  property("agree on windows and sessions", RUNS, (check) =>
    compare(check, { ...windowSteps, split: layoutSteps.split! }),
  );
  property("agree on everything mixed", RUNS, (check) => compare(check, { ...windowSteps, ...layoutSteps }));
});

async function compare(check: Check, makers: Record<string, StepMaker>): Promise<void> {
  const numbers = fc.array(fc.nat(1_000_000), { minLength: 16, maxLength: 16 });
  const step = fc.tuple(fc.constantFrom(...Object.keys(makers)), numbers);
  const sequence = fc.array(step, { minLength: 5, maxLength: STEPS });
  let [sequences, lost] = [0, 0];
  await check(
    fc.asyncProperty(sequence, async (steps) => {
      const pair = await Pair.open();
      sequences += 1;
      try {
        for (const [name, choices] of steps) {
          if (workSessions(pair.mux).length === 0) await pair.step(firstSession(pair));
          await pair.step(makers[name]!(pair.mux, chooser(choices)));
        }
      } catch (error) {
        if (!(error instanceof OracleLost) || (error.message === ENDED && !isKnownCrash(pair))) throw error;
        console.warn(pair.history.join("\n"), error);
        lost += 1;
      } finally {
        await pair.close();
      }
    }),
  );
  // tmux itself crashes on a few; an oracle that is mostly lost has compared nothing.
  expect(lost).toBeLessThan(sequences / 2);
}

/**
 * tmux 3.3a crashes when a window with several links ends, because it is killed or because its only pane leaves or is
 * killed: it notifies control clients that the current window of a session changed when that session has no window left
 * (control_notify_session_window_changed). Our tree is as it was before the command.
 */
function isKnownCrash({ history, mux }: Pair): boolean {
  const [command] = (history.at(-1) ?? "").split(" ");
  const windows = [...mux.server.sessions.values()].flatMap(({ links }) => links.map(({ window }) => window));
  const linkedTwice = windows.filter((window, at) => windows.indexOf(window) < at);
  if (command === "kill-window") return linkedTwice.length > 0;
  const takesPane = ["join-pane", "move-pane", "break-pane", "kill-pane"].includes(command ?? "");
  return takesPane && linkedTwice.some(({ panes }) => panes.length === 1);
}

function firstSession({ mux }: Pair) {
  return {
    words: ["new-session", "-d", "-s", "work", "cat"],
    run: () => mux.createSession({ name: "work", cwd: "/", command: ["cat"] }),
  };
}
