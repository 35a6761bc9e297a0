import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { MuxError } from "../../core/errors.ts";
import { descriptorIn, pathSeenBy } from "../../processes/platform.ts";
import { findPane, SERVER_OPTION } from "../find-pane.ts";
import { parseDuration } from "../quantities.ts";
import { castOfPane } from "../recording/cast-of-pane.ts";
import { errnoText } from "../recording/read-cast.ts";
import { Spout } from "../spout.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

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
    const lines = castOfPane({ context, pane, follow, gone, title, idleLimitMs });
    const spout = new Spout(invocation);
    const { output = "-" } = options;
    if (output === "-" || descriptorIn(output) === STDOUT) {
      for await (const line of lines) if (!(await spout.pour(line))) return;
      spout.flush();
      return;
    }
    const path = pathSeenBy(invocation.pid, resolve(invocation.cwd, output));
    let written = { events: 0, bytes: 0 };
    const stop = terminal.progress(() => `recorded ${written.events} events, ${written.bytes} bytes`);
    try {
      for await (const soFar of writeLines({
        path,
        overwrite: options.force,
        hint: ": --force overwrites it",
        lines,
      })) {
        written = soFar;
        if (spout.closed && !follow) break;
      }
    } finally {
      stop();
    }
    if (options.json)
      print(JSON.stringify({ pane: pane.id, file: resolve(invocation.cwd, output), ...written }));
  },
});

const STDOUT = 1;

interface Writing {
  readonly path: string;
  readonly overwrite: boolean;
  /** Follows the sentence that the file exists. */
  readonly hint?: string;
  readonly lines: AsyncIterable<string>;
}

/** Bytes collected before each write. */
const GATHER_BYTES = 64 * 1024;

/** Yields the amount written so far from time to time, and the total at the end. */
export async function* writeLines({
  path,
  overwrite,
  hint,
  lines,
}: Writing): AsyncGenerator<{ readonly events: number; readonly bytes: number }> {
  const file = await openFile(path, overwrite, hint);
  let [events, bytes, gathered] = [-1, 0, ""];
  const flush = async () => {
    // Unlike write, it fails if a disk takes only a part.
    await file.appendFile(gathered);
    bytes += Buffer.byteLength(gathered);
    gathered = "";
  };
  try {
    for await (const line of lines) {
      if (line === "") continue;
      events += 1;
      gathered += line;
      if (gathered.length < GATHER_BYTES) continue;
      await flush();
      yield { events, bytes };
    }
    await flush();
    yield { events, bytes };
  } catch (error) {
    throw fileError(path, error);
  } finally {
    await file.close();
  }
}

/** Creates the file with mode 0600, because terminal content is private. */
async function openFile(path: string, overwrite: boolean, hint = ""): Promise<FileHandle> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_TRUNC } = constants;
  try {
    return await open(path, O_WRONLY | O_CREAT | (overwrite ? O_TRUNC : O_EXCL), 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await isDirectory(path))) throw fileError(path, { code: "EISDIR" });
    if (code === "EEXIST") throw new MuxError("name-taken", `${path} exists already${hint}`);
    throw fileError(path, error);
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function fileError(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new MuxError("bad-value", `cannot write ${path}: ${errnoText(code)}`);
}
