import { expect, test } from "vitest";
import { createScreen } from "../../../core/screen/emulator.ts";
import type { Screen } from "../../../core/screen/screen.ts";
import type { CastEvent, PaneCast } from "./cast.ts";
import { CastCheckpoints } from "./checkpoints.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** About 1.5 MB of coloured lines, in pieces that end anywhere. */
function longCast(): PaneCast {
  const lines = Array.from(
    { length: 30_000 },
    (_, i) => `\x1b[3${i % 8}mline ${i}\x1b[m of a long recording, 漢字\r\n`,
  );
  const pieces = lines.join("").match(/.{1,701}/gs) ?? [];
  const events = pieces.map((data, at): CastEvent => ({ at, kind: "o", data }));
  events.splice(900, 0, { at: 900, kind: "r", data: "60x10" });
  return { cols: 80, rows: 24, began: 0, events, marks: [] };
}

function replayed({ cols, rows, events }: PaneCast, from: number, to: number, first = ""): Screen {
  const screen = createScreen({ cols, rows, historyLimit: 500 });
  screen.write(encode(first));
  for (const { kind, data } of events.slice(from, to + 1))
    if (kind === "o") screen.write(encode(data));
    else screen.resize(60, 10);
  return screen;
}

const look = (screen: Screen) => ({
  lines: Array.from({ length: screen.rows }, (_, line) => screen.runs(line)),
  cursor: screen.cursor,
  pen: screen.pen,
});

test.each([800, 1500, 2100])(
  "a checkpoint and what follows it give the screen of event %i",
  async (event) => {
    const cast = longCast();
    const checkpoint = await new CastCheckpoints(cast).before(event);
    expect(checkpoint).toBeDefined();
    if (!checkpoint) return;
    const size = { cols: checkpoint.cols, rows: checkpoint.rows };
    const jumped = replayed({ ...cast, ...size }, checkpoint.event + 1, event, checkpoint.screen);
    expect(look(jumped)).toEqual(look(replayed(cast, 0, event)));
  },
);

test("at most a fixed amount of output follows the nearest checkpoint, also at the end", async () => {
  const cast = longCast();
  const checkpoints = new CastCheckpoints(cast);
  for (const event of [cast.events.length - 1, 1000, 500, 1900, 100]) {
    const from = (await checkpoints.before(event))?.event ?? -1;
    const characters = cast.events.slice(from + 1, event + 1).reduce((sum, { data }) => sum + data.length, 0);
    expect(characters).toBeLessThan(140 * 1024);
    expect(checkpoints.isNear(from, event)).toBe(true);
  }
  expect(checkpoints.isNear(-1, 1900)).toBe(false);
});
