import { resolve } from "node:path";
import { descriptorIn, pathSeenBy } from "../../processes/platform.ts";
import { cursorOf, nameCursor } from "../answer-cursor.ts";
import { findPane, SERVER_OPTION } from "../find-pane.ts";
import { parseDuration } from "../quantities.ts";
import type { CastPosition } from "../recording/asciicast.ts";
import { type BegunFile, writeCast } from "../recording/cast-file.ts";
import { type CastLine, castLines } from "../recording/cast-of-pane.ts";
import { Spout } from "../spout.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

/** Where the next daemon continues. Without `at`, nothing but an empty file is there. */
interface RecordCursor {
  readonly at?: CastPosition | undefined;
  readonly file?: BegunFile;
}

export const record = defineHotVerb({
  name: "record",
  summary: "write what happened in a pane as a recording (asciicast v3)",
  operands: "PANE",
  count: [1, 1],
  completes: "target",
  host: { targets: "first", finds: true, writes: "output" },
  options: {
    output: {
      short: "o",
      value: "FILE",
      completes: "file",
      summary: "write it there (default: standard output)",
    },
    force: { short: "f", summary: "overwrite the file" },
    follow: { short: "F", summary: "go on, as it happens, until the pane ends" },
    title: { value: "TEXT", summary: "title of the recording (default: the pane's)" },
    "idle-limit": { value: "TIME", summary: "players make no longer pauses than this, such as 2" },
    server: SERVER_OPTION,
    json: JSON_OPTION,
  },
  notes: [
    "Every pane is recorded from its beginning, in its journal; this verb only writes it down. The journal of a pane has a quota (16 MB): the recording of one that has printed more begins later.",
    "The file plays in asciinema's players and in mullion replay. It holds what was printed, with its times and the terminal's sizes, and nothing that was typed, unless the terminal showed it.",
    "With --json the answer says what was written; without -o the recording itself is JSON, one event to a line.",
  ],
  exits: { 3: "the pane has ended, and its journal with it" },
  examples: [
    ["mullion record %3 -o session.cast", "what happened so far"],
    ["mullion record web --follow -o session.cast", "until the pane ends"],
    ["asciinema play session.cast", "or mullion replay session.cast"],
  ],
  async run({ context, gone, invocation, options, operands, print, terminal }) {
    const { pane } = findPane(context, operands[0]!, options.server);
    await context.live(pane).flush();
    const idle = options["idle-limit"];
    const idleLimitMs = idle === undefined ? undefined : parseDuration(idle, "--idle-limit");
    const { follow, title } = options;
    const { at: from, file: begun } = cursorOf<RecordCursor>(invocation) ?? {};
    const lines = castLines({ context, pane, follow, gone, title, idleLimitMs, from });
    const spout = new Spout(invocation);
    const { output = "-", force: overwrite } = options;
    if (output === "-" || descriptorIn(output) === STDOUT) return pourCast(spout, lines);
    const path = pathSeenBy(invocation.pid, resolve(invocation.cwd, output));
    let written = { events: 0, bytes: 0 };
    const stop = terminal.progress(() => `recorded ${written.events} events, ${written.bytes} bytes`);
    try {
      const hint = ": --force overwrites it";
      const isRepeated = invocation.retry;
      const writing = writeCast({ path, overwrite, hint, lines, begun, isRepeated });
      for await (const { at, file, isComplete } of writing) {
        written = { events: file.events, bytes: file.bytes };
        const cursor: RecordCursor = { at: at ?? from, file };
        if (!isComplete) nameCursor(invocation, cursor);
        if (spout.closed && !follow) break;
      }
    } finally {
      stop();
    }
    if (options.json)
      print(JSON.stringify({ pane: pane.id, file: resolve(invocation.cwd, output), ...written }));
    return undefined;
  },
});

async function pourCast(spout: Spout, lines: AsyncIterable<CastLine>): Promise<undefined> {
  for await (const { text, end } of lines) {
    const cursor: RecordCursor | undefined = end && { at: end };
    if (text !== "" && !(await spout.pour(text, cursor))) return;
  }
  spout.flush();
}

const STDOUT = 1;
