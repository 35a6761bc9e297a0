import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * One attack of the campaign: something is done to the product many times, and what broke is counted. Each attack is one row
 * of the table that `npm run campaign` prints; every count but `rounds` and `refused` has to be 0.
 */
export class Tally {
  /** How often the attack was carried out. */
  rounds = 0;
  /** Lines, inputs, panes or answers that are missing afterwards. */
  lost = 0;
  /** Those that are there twice, or in another order. */
  doubled = 0;
  /** Processes that ended by a signal, an exception or an "internal error". */
  crashed = 0;
  /** Answers that are wrong: they differ from what they were, or from the real tmux's. */
  wrong = 0;
  /** Requests that were refused with a sentence, as they should be. */
  refused = 0;
  /** Requests that failed without a sentence, or were never answered. */
  silent = 0;
  /** Largest resident size of the daemon, in MB, where the attack watches it. */
  peakMb: number | undefined;
  /** What went wrong first, for the person who reads the report. */
  readonly findings: string[] = [];

  found(kind: "lost" | "doubled" | "crashed" | "wrong" | "silent", what: string, count = 1): void {
    this[kind] += count;
    if (this.findings.length < MOST_FINDINGS) this.findings.push(`${kind}: ${what}`);
  }

  /** Judges the answer of a call that an attack may have made fail: it succeeds, or fails with a sentence. */
  answered(outcome: { readonly status: number; readonly stderr: string }, what: string): boolean {
    if (outcome.stderr.includes("internal error")) this.found("crashed", `${what}: ${outcome.stderr.trim()}`);
    if (outcome.status === 0) return true;
    if (outcome.stderr.trim() === "") this.found("silent", `${what}: status ${outcome.status}`);
    else this.refused += 1;
    return false;
  }
}

const MOST_FINDINGS = 10;
const scale = Number(process.env.CAMPAIGN_SCALE ?? 1);

/** `rounds` is how often the quick campaign does it; `--scale` multiplies that. */
export function attack(
  name: string,
  rounds: number,
  run: (tally: Tally, rounds: number) => Promise<void> | void,
): void {
  test(name, async () => {
    const tally = new Tally();
    const begun = Date.now();
    try {
      await run(tally, Math.ceil(rounds * scale));
    } finally {
      report(name, tally, Date.now() - begun);
    }
    const { lost, doubled, crashed, wrong, silent, findings } = tally;
    expect({ lost, doubled, crashed, wrong, silent, findings }).toEqual({
      lost: 0,
      doubled: 0,
      crashed: 0,
      wrong: 0,
      silent: 0,
      findings: [],
    });
  });
}

function report(name: string, tally: Tally, ms: number): void {
  const rows = process.env.CAMPAIGN_ROWS;
  if (rows !== undefined) appendFileSync(rows, `${JSON.stringify({ name, ms, ...tally })}\n`);
}
