import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { createScreen } from "../../../src/core/screen/emulator.ts";
import type { Screen } from "../../../src/core/screen/screen.ts";
import type { Painter } from "../../../src/faces/tui/painter.ts";
import type { TerminalFeatures } from "../../../src/faces/tui/terminal/terminal-features.ts";
import {
  encodeDraw,
  encodeDrawNoMore,
  encodeLend,
  encodeTakeBack,
} from "../../../src/lending/lending-wire.ts";
import { encodeFrame, FrameDecoder } from "../../../src/wire/frames.ts";
import { randomOutput } from "../../differential/screen/random-output.ts";
import { pictureOf, stateOf } from "../../fixtures/picture.ts";
import { type Check, property } from "../../fixtures/property.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { everything, features, stage } from "../../property/stage.ts";
import { type HeldPane, scriptedPanes } from "./holders.ts";

/**
 * What a holder draws of its pane's output is compared with what a painter draws of the pane's screen (core/screen): the
 * same bytes in, the same picture on the terminal. Most runs ask the C that draws directly; a few ask a real holder that
 * has a terminal on loan. The painter plays the daemon's part in both.
 */

/** Draws, or leaves it to the painter. */
interface Drawer {
  readonly isDrawing: boolean;
  letDraw(painter: Painter): void;
  /** Prints bytes and returns how many were drawn, and how. */
  print(bytes: Buffer): Promise<{ drawn: number; written: Buffer }>;
  drawNoMore(): void;
}

const native = fileURLToPath(new URL("../../../native/", import.meta.url));

/** Type of a frame with a piece of output, see draw-pieces.c. */
const PIECE = 3;

/** `native/lending/drawing.c` in a program of its own. */
class DrawingProgram implements Drawer {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #answers: ((answer: Buffer) => void)[] = [];
  isDrawing = false;

  constructor() {
    const program = join(mkdtempSync(join(process.env.MULLION_TEST_RUN!, "p")), "draw-pieces");
    const flags = "-std=c11 -D_GNU_SOURCE -D_DARWIN_C_SOURCE -O1 -I".split(" ");
    const sources = [
      ...["lent-terminal", "drawing", "drawing-pen"].map((name) => `lending/${name}.c`),
      ...["frame", "io", "platform"].map((name) => `shared/${name}.c`),
    ].map((path) => join(native, path));
    const own = fileURLToPath(new URL("draw-pieces.c", import.meta.url));
    execFileSync(process.env.CC || "cc", [...flags, native, "-o", program, own, ...sources]);
    this.#process = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
    const decoder = new FrameDecoder(1 << 20, ({ payload }) => this.#answers.shift()!(Buffer.from(payload)));
    this.#process.stdout.on("data", (chunk) => decoder.push(chunk));
  }

  letDraw(painter: Painter): void {
    const place = this.isDrawing ? undefined : painter.outputPlace();
    if (!place) return;
    this.isDrawing = true;
    this.#process.stdin.write(encodeDraw(0n, 0, place));
  }

  async print(bytes: Buffer): Promise<{ drawn: number; written: Buffer }> {
    if (!this.isDrawing) return { drawn: 0, written: Buffer.alloc(0) };
    const answer = new Promise<Buffer>((resolve) => this.#answers.push(resolve));
    this.#process.stdin.write(encodeFrame(PIECE, bytes));
    const [isDrawn, written] = split(await answer);
    this.isDrawing = isDrawn;
    return { drawn: isDrawn ? bytes.length : 0, written };
  }

  drawNoMore(): void {
    this.isDrawing = false;
  }

  close(): void {
    this.#process.kill();
  }
}

function split(answer: Buffer): [isDrawn: boolean, written: Buffer] {
  return [answer[0] === 1, answer.subarray(1)];
}

const run = scriptedPanes();

/** `cat` prints its input byte by byte; the test types and so plays the application. */
async function start(script: string): Promise<HeldPane> {
  const pane = await run(`stty raw -echo; printf ready; exec ${script}`);
  await pane.connection.outputHas("ready");
  return pane;
}

/** A terminal that shows what the holder and the painter write to it, and the holder that has it on loan. */
class LentTerminal implements Drawer {
  static #leases = 0n;
  static #marks = 0;
  readonly #lease = ++LentTerminal.#leases;
  readonly #terminal: HeldPane;
  readonly #pane: HeldPane;
  readonly #fd: number;
  #seen: number;
  #drawing = false;

  static async open(terminal: HeldPane, pane: HeldPane): Promise<LentTerminal> {
    const { tty: name } = (await terminal.connection.next("welcome")).welcome;
    const { dev: device, ino: inode, rdev: number } = statSync(name, { bigint: true });
    const lent = new LentTerminal(terminal, pane, openSync(name, constants.O_WRONLY | constants.O_NOCTTY));
    const identity = { name, device, inode, number };
    pane.connection.write(
      encodeLend(lent.#lease, { client: 1n, terminal: identity, typedAsIs: new Uint8Array(32) }),
    );
    return lent;
  }

  private constructor(terminal: HeldPane, pane: HeldPane, fd: number) {
    this.#terminal = terminal;
    this.#pane = pane;
    this.#fd = fd;
    this.#seen = terminal.connection.end;
  }

  letDraw(painter: Painter): void {
    const place = this.#drawing ? undefined : painter.outputPlace();
    if (!place) return;
    this.#drawing = true;
    this.#pane.connection.write(encodeDraw(this.#lease, this.#pane.connection.end, place));
  }

  /** Prints bytes and returns how many the holder drew, and how. */
  async print(bytes: Buffer): Promise<{ drawn: number; written: Buffer }> {
    const { connection } = this.#pane;
    const start = connection.end;
    connection.type(bytes);
    await waitFor(() => connection.end === start + bytes.length, "the output");
    const told = connection.last("drawn")?.end ?? 0;
    const drawn = this.#drawing ? Math.min(Math.max(told - start, 0), bytes.length) : 0;
    this.#drawing = drawn === bytes.length;
    return { drawn, written: await this.#written() };
  }

  get isDrawing(): boolean {
    return this.#drawing;
  }

  drawNoMore(): void {
    this.#drawing = false;
    this.#pane.connection.write(encodeDrawNoMore(this.#lease));
  }

  close(): void {
    this.#pane.connection.write(encodeTakeBack(this.#lease));
    closeSync(this.#fd);
  }

  /** What came on the terminal until now; a mark of our own ends it. */
  async #written(): Promise<Buffer> {
    const { connection } = this.#terminal;
    const mark = `\x1b_mark ${LentTerminal.#marks++}\x1b\\`;
    writeSync(this.#fd, mark);
    await connection.outputHas(mark);
    const written = connection.output.subarray(this.#seen);
    this.#seen = connection.end;
    return written.subarray(0, written.length - mark.length);
  }
}

const number = fc.constantFrom("", "0", "1", "2", "3", "7", "19", "60");
const sequence = (finals: string) =>
  fc
    .tuple(number, number, fc.constantFrom(...finals))
    .map(([first, second, final]) => `\x1b[${final === "H" ? `${first};${second}` : first}${final}`);
const rendition = fc.constantFrom(
  ..."0;;1;2;3;4;5;7;8;9;22;23;24;25;27;28;29;39;49;31;32;97;41;44;102;38;5;130;48;5;20;38;2;1;2;3;48;2;9;8;7;58;5;1;4:3;21"
    .replace(/(\b[34]8);5;(\d+)/g, "$1.5.$2")
    .replace(/(\b[34]8);2;(\d+);(\d+);(\d+)/g, "$1.2.$2.$3.$4")
    .split(";")
    .map((one) => `\x1b[${one.replaceAll(".", ";")}m`),
);
/** What programs that paint print, mostly. */
const token = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "bc", " ", "the word", "─│┌", "é", "⠋", "     ") },
  { weight: 3, arbitrary: rendition },
  { weight: 3, arbitrary: sequence("HACBDGd`") },
  { weight: 2, arbitrary: sequence("KKJ@PX") },
  { weight: 2, arbitrary: fc.constantFrom("\r", "\n", "\b", "\r\n", "\x0f", "\x1b(B", "\x1b[34h") },
  { weight: 1, arbitrary: fc.constantFrom("\x1b[?25h", "\x1b[?2026l") },
);
const piece = fc.array(token, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
const printed = fc.oneof(
  { weight: 14, arbitrary: piece },
  { weight: 3, arbitrary: piece.map((text) => `\x1b[?25l${text}\x1b[?25h`) },
  { weight: 2, arbitrary: piece.map((text) => `\x1b[?2026h${text}\x1b[?2026l`) },
  { weight: 1, arbitrary: fc.nat(100_000).map((seed) => randomOutput(seed, 4)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "漢字",
      "\x1b[H\x1b[2J",
      "\x1bc",
      "\x1b[?1049h",
      "e\u0301",
      "👩\u200d",
      "\x1b[?25l",
    ),
  },
);

interface Stage {
  readonly given: TerminalFeatures;
  readonly cols: number;
  readonly rows: number;
  readonly splits: readonly ("top-bottom" | "left-right")[];
}

interface Printing {
  readonly text: string;
  /** What another pane prints before it; the painter has painted it, but it is written after what the holder draws. */
  readonly beside: string;
}

/** Prints each into the pane that has the keys and compares; gives how many were drawn by the holder. */
async function play(
  lent: Drawer,
  { given, cols, rows, splits }: Stage,
  printings: readonly Printing[],
): Promise<number> {
  const { mux, session, newPainter } = stage(cols, rows, given);
  mux.server.options.set("pane-room", "grow");
  for (const direction of splits) mux.splitPane(session.current.window.active, { direction });
  const painter = newPainter();
  const terminal = createScreen({ cols, rows, historyLimit: 0 });
  terminal.write(painter.enter());
  terminal.write(painter.paint());
  const { active, panes } = session.current.window;
  let drawnPieces = 0;
  for (const { text, beside } of printings) {
    lent.letDraw(painter);
    const bytes = Buffer.from(text);
    if (active !== panes[0]) panes[0]!.screen.write(Buffer.from(beside));
    const held = painter.paint({ shared: lent.isDrawing });
    const late = held.length > 0 && lent.isDrawing;
    if (!late) terminal.write(held);
    const { drawn, written } = await lent.print(bytes);
    terminal.write(written);
    if (late) terminal.write(held);
    if (drawn > 0) painter.drew(() => active.screen.write(bytes.subarray(0, drawn)), { late });
    if (drawn < bytes.length) active.screen.write(bytes.subarray(drawn));
    const alone = drawn === bytes.length && !late;
    if (!alone) lent.drawNoMore();
    const rest = painter.paint({ shared: alone });
    if (alone) {
      drawnPieces += 1;
      expect(Buffer.from(rest).toString("latin1")).toBe("");
    }
    terminal.write(rest);
    compare(terminal, fresh(newPainter(), { cols, rows }), text);
  }
  return drawnPieces;
}

function fresh(painter: Painter, { cols, rows }: Pick<Stage, "cols" | "rows">): Screen {
  const screen = createScreen({ cols, rows, historyLimit: 0 });
  screen.write(painter.enter());
  screen.write(painter.paint());
  painter.close();
  return screen;
}

function compare(terminal: Screen, expected: Screen, piece: string): void {
  const told = (screen: Screen) => ({ picture: pictureOf(screen), state: stateOf(screen) });
  expect(told(terminal), `after ${JSON.stringify(piece)}`).toEqual(told(expected));
}

const stages: fc.Arbitrary<Stage> = fc.record({
  given: fc.oneof(fc.constant(everything), features),
  cols: fc.integer({ min: 10, max: 40 }),
  rows: fc.integer({ min: 4, max: 14 }),
  splits: fc.constantFrom<Stage["splits"]>([], ["top-bottom"], ["left-right"], ["left-right", "top-bottom"]),
});
const printings: fc.Arbitrary<Printing[]> = fc.array(
  fc.record({
    text: printed,
    beside: fc.oneof({ weight: 4, arbitrary: fc.constant("") }, { weight: 1, arbitrary: printed }),
  }),
  { minLength: 1, maxLength: 25 },
);

/** Output that once gave two pictures, with the terminal that showed it. */
const FOUND: readonly [Stage, Printing[]][] = [
  [
    { given: { ...everything, colours: 0, erasesWithBackground: false }, cols: 10, rows: 4, splits: [] },
    // The first cell is full: it ends with a joiner, to which the next cell does not belong.
    ["a", "\u200d💻\u200d💻\u200d💻    ", "a\x1b[0m"].map((text) => ({ text, beside: "" })),
  ],
];

/** Plays random output; the drawer must draw a part of it, or this compares the painter with itself. */
async function playMany(
  check: Check,
  play1: (stage: Stage, outputs: readonly Printing[]) => Promise<number>,
): Promise<void> {
  let pieces = 0;
  let drawn = 0;
  await check(
    fc.asyncProperty(stages, printings, async (given, outputs) => {
      drawn += await play1(given, outputs);
      pieces += outputs.length;
    }),
    { cases: FOUND },
  );
  expect(drawn / pieces).toBeGreaterThan(0.25);
}

describe("what a holder draws of its pane's output", () => {
  let program: DrawingProgram;
  beforeAll(() => {
    program = new DrawingProgram();
  });
  afterAll(() => program.close());

  const name = "looks as if the daemon had drawn it, on any terminal and wherever the pane is";
  property(name, { runs: 120, msPerRun: 1_000 }, (check) =>
    playMany(check, (given, outputs) => {
      program.drawNoMore();
      return play(program, given, outputs);
    }),
  );

  property("looks the same on a terminal on loan", { runs: 10, msPerRun: 6_000 }, async (check) => {
    const [terminal, pane] = [await start("sleep 1000"), await start("cat")];
    await playMany(check, async (given, outputs) => {
      const lent = await LentTerminal.open(terminal, pane);
      try {
        return await play(lent, given, outputs);
      } finally {
        lent.close();
      }
    });
  });
});
