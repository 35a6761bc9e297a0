import { legible } from "../../core/text/legible.ts";
import { cursorOf } from "../answer-cursor.ts";
import { parseCursor, SINCE_OPTION } from "../cursor.ts";
import { UsageError } from "../exit-status.ts";
import { findPane, SERVER_OPTION } from "../find-pane.ts";
import { parseCount } from "../quantities.ts";
import { type LogLine, LogLines, type LogPosition } from "../recording/log-lines.ts";
import { presentPosition, type RecordedOptions, recordedEvents } from "../recording/recorded-events.ts";
import type { PositionedEvent } from "../recording/recorded-position.ts";
import { Spout } from "../spout.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const logs = defineHotVerb({
  name: "logs",
  summary: "print what a pane has printed, from the beginning",
  operands: "PANE",
  count: [1, 1],
  completes: "target",
  host: { targets: "first", finds: true },
  options: {
    follow: { short: "f", summary: "go on, as it is printed, until the pane ends" },
    lines: { short: "n", value: "N", summary: "only the last N lines" },
    timestamps: { short: "t", summary: "when each line was finished" },
    since: SINCE_OPTION,
    raw: { summary: "every byte as it was printed, escape sequences included" },
    server: SERVER_OPTION,
    json: JSON_OPTION,
  },
  notes: [
    "The lines come from the pane's journal, which reaches further back than its screen's history: 16 MB. Escape sequences are taken out; a line that was written over is printed as often as it was written.",
    "With --json each line is an object with its time (milliseconds since the epoch) and text.",
  ],
  exits: { 3: "the pane has ended, and its journal with it" },
  examples: [
    ["mullion logs %3 | less", "everything"],
    ["mullion logs web -f -n 20", "the last 20 lines, and what comes"],
    ["mullion logs web -t --json", "for programs"],
  ],
  async run({ context, gone, invocation, options, operands }) {
    const { pane } = findPane(context, operands[0]!, options.server);
    const live = context.live(pane);
    await live.flush();
    const { since: given, follow, raw, json, timestamps } = options;
    if (raw && (json || timestamps || options.lines !== undefined))
      throw new UsageError("--raw prints bytes: --json, --lines and --timestamps exclude it");
    const resumed = cursorOf<LogPosition>(invocation);
    const since = given === undefined || resumed ? undefined : parseCursor(given, { end: live.offset });
    const from =
      resumed ?? (since === undefined ? undefined : await presentPosition({ context, pane }, since));
    const recorded = { context, pane, follow, from, gone };
    const spout = new Spout(invocation);
    if (raw) {
      for await (const event of recordedEvents(recorded))
        if (event.kind === "output" && !(await spout.pour(event.bytes, event.end))) return;
      spout.flush();
      return;
    }
    const draw = (line: LogLine) => `${json ? jsonOf(line) : drawLine(line, timestamps)}\n`;
    const pour = async (lines: readonly LogLine[]) =>
      lines.length === 0 || (await spout.pour(lines.map(draw).join(""), lines.at(-1)!.end));
    const count = options.lines === undefined ? undefined : parseCount(options.lines, "--lines", 1_000_000);
    // A previous daemon that has printed a line had chosen the last lines: the others follow.
    const last = count === undefined || resumed ? undefined : new LastLines(count);
    await pourLines({ recorded, known: resumed?.lines ?? 0, last, pour });
    spout.flush();
  },
});

interface Pouring {
  readonly recorded: RecordedOptions;
  /** Lines at the beginning that the reader has. */
  readonly known: number;
  /** Limits old lines to the newest ones; undefined if all are wanted. */
  readonly last: LastLines | undefined;
  /** Resolves to false if the reader has disconnected. Takes many lines at once: a promise costs more than a line. */
  pour(lines: readonly LogLine[]): Promise<boolean>;
}

/** Lines poured at a time of those that `--lines` kept. */
const POURED_LINES = 1_000;

async function pourLines({ recorded, known, last, pour }: Pouring): Promise<void> {
  let kept = last;
  const onCaughtUp = async () => {
    const lines = kept?.take() ?? [];
    for (let at = 0; at < lines.length; at += POURED_LINES)
      if (!(await pour(lines.slice(at, at + POURED_LINES)))) break;
    kept = undefined;
  };
  let left = known;
  for await (const lines of linesOf(recordedEvents({ ...recorded, onCaughtUp }))) {
    const unknown = lines.slice(left);
    left -= lines.length - unknown.length;
    if (kept) for (const line of unknown) kept.push(line);
    else if (!(await pour(unknown))) return;
  }
  await onCaughtUp();
}

/** The lines that each piece of output completes. */
async function* linesOf(events: AsyncIterable<PositionedEvent>): AsyncGenerator<readonly LogLine[]> {
  const lines = new LogLines();
  for await (const event of events) if (event.kind === "output") yield [...lines.push(event)];
  yield [...lines.end()];
}

function jsonOf({ timeMs, text }: LogLine): string {
  return legible(JSON.stringify({ timeMs, text }));
}

function drawLine({ timeMs, text }: LogLine, timestamps: boolean): string {
  return timestamps ? `${new Date(timeMs).toISOString()} ${text}` : text;
}

/** Keeps the newest lines in their order and discards the others. */
export class LastLines {
  readonly #count: number;
  #lines: LogLine[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  push(line: LogLine): void {
    this.#lines.push(line);
    // Trims only at twice the count, because each trim copies all remaining lines.
    if (this.#lines.length >= 2 * this.#count) this.#lines = this.#lines.slice(-this.#count);
  }

  take(): LogLine[] {
    const lines = this.#lines.slice(-this.#count);
    this.#lines = [];
    return lines;
  }
}
