import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";

/** A verb prints with `print`, which makes foreign text legible. Each file that writes past it has its reason here. */
const WRITES_ITSELF: Readonly<Record<string, string>> = {
  "answer-cursor.ts": "names where an answer continues, without text",
  "command.ts": "is where print is made, for verbs without a daemon",
  "live-screen.ts": "draws lines that are legible already",
  "main.ts": "refuses an old Node, in words of its own",
  "run-verb.ts": "is where print is made, for verbs in the daemon",
  "spout.ts": "carries the bytes of the others",
  "other-package.ts": "makes the one path in its note legible itself",
  "recording/player.ts": "plays a program's own output",
  "verbs/capture.ts": "prints what stands on a screen, which has no controls",
  "verbs/logs.ts": "prints a program's own output",
  "verbs/record.ts": "prints a cast, whose strings are JSON",
  "verbs/replay.ts": "plays a program's own output",
  "verbs/search.ts": "makes each line legible itself, since it prints as it finds",
};

test("only these files of the verbs write without making text legible", () => {
  const directory = join(root, "src/cli");
  const writing = readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .filter((path) =>
      /\.(stdout|stderr)\(|terminal\.write\(|new Spout\(|process\.std(out|err)\.write|console\./.test(
        readFileSync(join(directory, path), "utf8"),
      ),
    );
  expect(writing.sort()).toEqual(Object.keys(WRITES_ITSELF).sort());
});
