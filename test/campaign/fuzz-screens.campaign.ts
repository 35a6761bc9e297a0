import { isDeepStrictEqual } from "node:util";
import { KeyDecoder } from "../../src/core/keys/decode/key-decoder.ts";
import { createScreen, decodeScreen } from "../../src/core/screen/emulator.ts";
import type { Screen } from "../../src/core/screen/screen.ts";
import { randomOutput } from "../differential/screen/random-output.ts";
import { seal } from "../fixtures/screen/seal.ts";
import { attack, type Tally } from "./attack.ts";
import { once, ROUNDS, shown } from "./fuzz.ts";
import { damaged, pieces, textOf } from "./mutate.ts";
import { Random } from "./random.ts";

/** What programs print, what terminals send, and screens that were stored. */

attack("fuzz: terminal output", ROUNDS, (tally, rounds) => {
  const random = new Random("terminal");
  const sizes = [1, 2, 5, 20, 80];
  let screen = createScreen({ cols: 80, rows: 24, historyLimit: 100 });
  for (let round = 0; round < rounds; round++) {
    if (round % 500 === 0) {
      const options = {
        cols: random.pick(sizes),
        rows: random.pick(sizes),
        historyLimit: random.pick([0, 5, 200]),
      };
      screen = createScreen(options);
    }
    const sound = Buffer.from(randomOutput(random.below(2 ** 31), 1 + random.below(12)));
    const bytes = random.chance(0.6) ? damaged(random, sound) : sound;
    once(
      tally,
      [],
      () => shown(bytes),
      () => {
        screen.write(bytes);
        if (random.chance(0.02)) screen.resize(random.pick(sizes), random.pick(sizes));
        // The cursor's column may be beyond the edge: a narrower alternate screen keeps it, as in tmux.
        const { x, y } = screen.cursor;
        if (x < 0 || y < 0 || y >= screen.rows)
          tally.found("wrong", `cursor ${x},${y} after ${shown(bytes)}`);
        if (random.chance(0.01)) rewritten(tally, screen, bytes);
      },
    );
  }
});

/** A stored screen reads back unchanged. */
function rewritten(tally: Tally, screen: ReturnType<typeof createScreen>, bytes: Buffer): void {
  const stored = screen.encode();
  const again = decodeScreen(stored);
  const all = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY, escapes: true };
  if (again.capture(all) !== screen.capture(all))
    tally.found("wrong", `stored differently after ${shown(bytes)}`);
}

/** Half of the inputs carry the check sum of their damaged bytes, so that the checks of each field are reached. */
attack("fuzz: stored screens", ROUNDS, (tally, rounds) => {
  const random = new Random("stored");
  const sound = Array.from({ length: 20 }, (_, seed) => storedScreen(random, seed));
  for (let round = 0; round < rounds; round++) {
    const bytes = damaged(random, random.pick(sound));
    if (random.chance(0.5)) seal(bytes);
    once(
      tally,
      [Refused],
      () => bytes.toString("hex").slice(0, 4000),
      () => {
        const again = decoded(bytes);
        again.write(Buffer.from("\x1b[2J\x1b[Hafter\r\n"));
        again.resize(1 + (round % 40), 1 + (round % 9));
        again.capture({ start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY, escapes: true });
      },
    );
  }
});

class Refused extends Error {}

function decoded(bytes: Buffer): Screen {
  try {
    return decodeScreen(bytes);
  } catch (error) {
    const { message } = error as Error;
    throw /^(corrupt screen data$|screen data of version )/.test(message) ? new Refused(message) : error;
  }
}

function storedScreen(random: Random, seed: number): Buffer {
  const screen = createScreen({ cols: 1 + random.below(30), rows: 1 + random.below(8), historyLimit: 20 });
  for (let i = 0; i < 20; i++) screen.write(Buffer.from(randomOutput(20 * seed + i, 60)));
  return Buffer.from(screen.encode());
}

const inputWords =
  "\x1b \x1b[ \x1bO A B ~ 1 ; 5 27 13 u M < m \x1b[M \x1b[<0;1;1M \x1b[27;5;9~ \x1b[97;5u \x1b[I \x1b[200~ \x1b[201~ \x1b]11;rgb:00/00/00\x07 \x1b[?1;2c a é 日 \x7f \x00".split(
    " ",
  );

attack("fuzz: terminal input", ROUNDS, (tally, rounds) => {
  const random = new Random("input");
  for (let round = 0; round < rounds; round++) {
    const bytes = Buffer.from(textOf(random, inputWords, 10));
    const input = random.chance(0.3) ? damaged(random, bytes) : bytes;
    once(
      tally,
      [],
      () => shown(input),
      () => {
        const whole = new KeyDecoder();
        const cut = new KeyDecoder();
        const all = [...whole.push(input), ...whole.expire()];
        const some = [...pieces(random, input).flatMap((piece) => [...cut.push(piece)]), ...cut.expire()];
        if (!isDeepStrictEqual(all, some))
          tally.found("wrong", `pieces change the meaning of ${shown(input)}`);
      },
    );
  }
});
