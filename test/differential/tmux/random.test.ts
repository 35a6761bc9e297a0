import fc from "fast-check";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { processExists } from "../../../src/processes/process-mark.ts";
import { property } from "../../fixtures/property.ts";
import { NoAnswer, type Outcome } from "../../fixtures/run-program.ts";
import { need, programPath } from "../../setup/need.ts";
import { randomCommand, stateDump } from "./random-commands.ts";
import { type Step, stepOf } from "./script.ts";
import { ourSide, realSide, type Side } from "./sides.ts";

const RUNS = { runs: process.env.CI === "true" ? 200 : 24, msPerRun: 30_000, shrinks: false };
const COMMANDS = 30;

const SETUP: readonly Step[] = [
  stepOf(["new-session", "-d", "-s", "s0", "-n", "n", "-x", "80", "-y", "24", "cat"]),
  stepOf(["new-session", "-d", "-s", "s1", "-n", "n", "-x", "80", "-y", "24", "cat"]),
  stepOf(["new-window", "-d", "-t", "s0:", "-n", "n", "cat"]),
  stepOf(["split-window", "-t", "s0:", "cat"]),
  stepOf(["set-option", "-s", "exit-empty", "off"]),
  stepOf(["set-option", "-g", "automatic-rename", "off"]),
];
/** Where ours has a default of its own. */
const OUR_SETUP: readonly Step[] = [stepOf(["set-option", "-s", "pane-room", "refuse"])];

/** Random sequences on both: after each command the answer and the whole tree are the same. */
describe.runIf(need("tmux"))("random sequences", () => {
  let real: Side;
  let ours: Side;
  let lastServer = 0;
  beforeAll(() => {
    real = realSide();
    ours = ourSide();
  });
  afterAll(async () => {
    await real.stop();
    await ours.stop();
  });

  property(`agree in sequences of ${COMMANDS} commands`, RUNS, (check) => {
    const sequences = fc.array(randomCommand, { minLength: COMMANDS, maxLength: COMMANDS });
    return check(
      fc.asyncProperty(sequences, (commands) =>
        compareSequence(commands, { real, ours, server: `q${++lastServer}` }),
      ),
    );
  });
});

interface Arena {
  readonly real: Side;
  readonly ours: Side;
  readonly server: string;
}

/** A sequence that drives the real one into a crash or a loop has nothing to be compared with from there on. */
async function compareSequence(
  commands: readonly (readonly string[])[],
  { real, ours, server }: Arena,
): Promise<void> {
  const call = (side: Side, step: Step) => side.call(server, step, new Map());
  const both = (step: Step) => Promise.all([call(real, step), call(ours, step)]);
  for (const step of SETUP) await both(step);
  for (const step of OUR_SETUP) await call(ours, step);
  const realPid = Number((await call(real, stepOf(["display-message", "-p", "#{pid}"]))).stdout);
  const done: string[] = [];
  try {
    for (const argv of commands) {
      done.push(argv.join(" "));
      for (const step of [stepOf(argv), stepOf(stateDump)]) {
        const [expected, actual] = await both(step);
        if (expected.stderr.includes("server exited unexpectedly")) {
          expect(isKnownCrash(done), `a crash of tmux without a known reason\n${done.join("\n")}`).toBe(true);
          return;
        }
        if (isBroken(expected)) return;
        expect(actual, `after\n${done.join("\n")}`).toEqual(expected);
      }
    }
    await call(real, stepOf(["kill-server"]));
  } catch (error) {
    if (!(error instanceof NoAnswer) || !error.message.startsWith(programPath("tmux"))) throw error;
  } finally {
    if (processExists(realPid)) process.kill(realPid, "SIGKILL"); // Also where it loops, or was left half way.
    await call(ours, stepOf(["kill-server"]));
  }
}

/**
 * While `window-size` is `manual`, tmux 3.3a reads the manual size of a window that does not exist yet when it makes one
 * (clients_calculate_size).
 */
function isKnownCrash(done: readonly string[]): boolean {
  const makesWindow = /^(new-window|new-session|break-pane) /.test(done.at(-1) ?? "");
  return (
    makesWindow && done.findLast((words) => words.includes(" window-size "))?.endsWith("manual") === true
  );
}

/** It holds a pane that belongs to no window or has no line: ours has one at least, always. */
function isBroken({ stdout }: Outcome): boolean {
  return /^\S+:\d+\. %| \d+x0\+/m.test(stdout);
}
