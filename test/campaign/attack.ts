import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * One attack of the campaign: repeats an operation against the product and counts what breaks. Each attack is one row
 * of the table that `npm run campaign` prints; every count except `rounds` and `refused` must be 0.
 */
export class Tally {
  /** Number of times the attack was carried out. */
  rounds = 0;
  /** Missing lines, inputs, panes or answers. */
  lost = 0;
  /** Repeated or reordered ones. */
  doubled = 0;
  /** Processes that ended by a signal, an exception or an "internal error". */
  crashed = 0;
  /** Wrong answers: they differ from earlier ones, or from the real tmux's. */
  wrong = 0;
  /** Requests that were correctly refused with a sentence. */
  refused = 0;
  /** Requests that failed without a sentence, or were never answered. */
  silent = 0;
  /** Largest resident size of the daemon, in MB, where the attack watches it. */
  peakMb: number | undefined;
  /** The first findings, for the reader of the report. */
  readonly findings: string[] = [];

  found(kind: "lost" | "doubled" | "crashed" | "wrong" | "silent", what: string, count = 1): void {
    this[kind] += count;
    if (this.findings.length < MOST_FINDINGS) this.findings.push(`${kind}: ${what}`);
  }

  /** Judges the answer to a call that an attack may have made fail: it must succeed, or fail with a sentence. */
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

/** `rounds` is the count of the quick campaign; `--scale` multiplies it. */
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
