import { setTimeout as delay } from "node:timers/promises";
import type { Outcome } from "../../fixtures/run-program.ts";
import { parseScript, type Step, stepOf } from "./script.ts";
import type { Side } from "./sides.ts";

/** What one step gave, with the line that asked for it. */
export interface StepOutcome extends Outcome {
  readonly line: string;
}

const UNTIL_MS = 30_000;

/**
 * The real tmux misses the end of a child while libutempter, which it calls as it closes a pane's terminal, has taken its
 * SIGCHLD. The end of any other child makes it collect both.
 */
const REMINDER = stepOf(["run-shell", "true"]);

/** Runs a script on a server of its own and ends the server. */
export async function runCase(side: Side, server: string, script: string): Promise<readonly StepOutcome[]> {
  const kept = new Map<string, string>();
  const outcomes: StepOutcome[] = [];
  try {
    for (const step of parseScript(script)) {
      if (step.oursOnly && side.name === "real") continue;
      const outcome = await runStep(side, server, { step, kept });
      if (!step.oursOnly) outcomes.push(outcome);
    }
  } finally {
    await side.call(server, stepOf(["kill-server"]), kept);
  }
  return outcomes;
}

async function runStep(
  side: Side,
  server: string,
  at: { step: Step; kept: Map<string, string> },
): Promise<StepOutcome> {
  const { step, kept } = at;
  const deadline = Date.now() + UNTIL_MS;
  for (;;) {
    const outcome = await side.call(server, step, kept);
    if (step.until(outcome)) {
      if (step.keep) kept.set(step.keep, outcome.stdout.trimEnd());
      return { line: step.line, ...outcome };
    }
    if (Date.now() > deadline)
      throw new Error(`on the ${side.name} side "${step.line}" came to nothing: ${JSON.stringify(outcome)}`);
    if (side.name === "real") await side.call(server, REMINDER, kept);
    await delay(10);
  }
}
