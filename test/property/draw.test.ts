import fc from "fast-check";
import { describe, expect } from "vitest";
import { createCanvas } from "../../src/core/canvas/cell-canvas.ts";
import type { CellGrid } from "../../src/core/canvas/cell-grid.ts";
import { plainStyle } from "../../src/core/canvas/cell-style.ts";
import { CellTables } from "../../src/core/canvas/cell-tables.ts";
import { createScreen } from "../../src/core/screen/emulator.ts";
import type { Screen, Style } from "../../src/core/screen/screen.ts";
import type { PrintPlace } from "../../src/faces/tui/compose/pane-picture.ts";
import { initialModes } from "../../src/faces/tui/draw/terminal-modes.ts";
import { TerminalOutput } from "../../src/faces/tui/draw/terminal-output.ts";
import type { TerminalFeatures } from "../../src/faces/tui/terminal/terminal-features.ts";
import { randomOutput } from "../differential/screen/random-output.ts";
import { picturedCells, pictureOf, stateOf } from "../fixtures/picture.ts";
import { property } from "../fixtures/property.ts";
import { everything, features, stage } from "./stage.ts";

const flag = fc.boolean();
const colour = fc.oneof(
  fc.constant({ kind: "default" as const }),
  fc.constantFrom(0, 1, 7, 9, 15, 16, 130, 255).map((index) => ({ kind: "palette" as const, index })),
  fc.constantFrom(0, 255).map((red) => ({ kind: "rgb" as const, red, green: 40, blue: 200 })),
);
const style: fc.Arbitrary<Style> = fc
  .record(
    {
      foreground: colour,
      background: colour,
      underline: fc.constantFrom("none" as const, "single" as const, "curly" as const),
      bold: flag,
      italic: flag,
      reverse: flag,
      strikethrough: flag,
      link: fc.constantFrom("", "http://example.org/a;b"),
    },
    { requiredKeys: [] },
  )
  .map((some) => ({ ...plainStyle, ...some }));

const text = fc.string({
  unit: fc.constantFrom(
    "a",
    "b",
    " ",
    " ",
    "漢",
    "e\u0301",
    "🚀",
    "👩\u200d💻",
    "\x1b",
    "\n",
    "\x7f",
    "\u009b",
    "q",
  ),
  maxLength: 14,
});
const drawing = fc.record({
  x: fc.integer({ min: -3, max: 24 }),
  y: fc.integer({ min: -1, max: 8 }),
  cols: fc.nat(24),
  rows: fc.nat(8),
  text,
  style,
  kind: fc.constantFrom("text" as const, "text" as const, "fill" as const, "part" as const),
});
type Drawing = typeof drawing extends fc.Arbitrary<infer T> ? T : never;
const size = fc.record({ cols: fc.integer({ min: 1, max: 24 }), rows: fc.integer({ min: 1, max: 8 }) });

function draw(
  canvas: ReturnType<typeof createCanvas>,
  { kind, x, y, cols, rows, text, style }: Drawing,
): void {
  if (kind === "fill") canvas.fill({ x, y, cols, rows }, style);
  else if (kind === "text") canvas.text(x, y, text, style);
  else canvas.part({ x, y, cols, rows }).text(-1, 0, text, style);
}

const still = { scrolls: [], cursor: { x: 0, y: 0 }, modes: initialModes };

function freshly(picture: CellGrid, given: TerminalFeatures): Screen {
  const screen = createScreen({ cols: picture.cols, rows: picture.rows, historyLimit: 0 });
  screen.write(new TerminalOutput(picture.tables, given).show(picture, still));
  return screen;
}

describe("what is sent to a terminal", () => {
  property("makes it show every picture of a sequence", { runs: 250 }, (check) =>
    check(
      fc.property(
        size,
        fc.array(fc.array(drawing, { maxLength: 5 }), { maxLength: 6 }),
        ({ cols, rows }, steps) => {
          const tables = new CellTables();
          const canvas = createCanvas(cols, rows, tables);
          const output = new TerminalOutput(tables, everything);
          const screen = createScreen({ cols, rows, historyLimit: 0 });
          for (const step of steps) {
            for (const each of step) draw(canvas, each);
            screen.write(output.show(canvas.grid, still));
            expect(pictureOf(screen)).toEqual(picturedCells(canvas.grid));
            expect(output.show(canvas.grid, still).length).toBe(0);
          }
        },
      ),
    ),
  );

  property(
    "makes it show the picture again after somebody else wrote at the cursor, before or in between",
    { runs: 300 },
    (check) => {
      const step = fc.record({
        before: fc.array(drawing, { maxLength: 4 }),
        after: fc.array(drawing, { maxLength: 2 }),
        x: fc.nat(23),
        y: fc.nat(7),
        style,
        text: fc.string({ unit: fc.constantFrom("x", "y", " "), minLength: 1, maxLength: 6 }),
        late: fc.boolean(),
      });
      return check(
        fc.property(size, fc.array(step, { minLength: 1, maxLength: 4 }), ({ cols, rows }, steps) => {
          const tables = new CellTables();
          const canvas = createCanvas(cols, rows, tables);
          const output = new TerminalOutput(tables, everything);
          const screen = createScreen({ cols, rows, historyLimit: 0 });
          for (const { before, after, style, text, late, ...at } of steps) {
            const cursor = { x: Math.min(at.x, cols - 1), y: Math.min(at.y, rows - 1) };
            for (const each of before) draw(canvas, each);
            screen.write(output.show(canvas.grid, { ...still, cursor }));
            const print: PrintPlace = {
              ...cursor,
              columns: cols - cursor.x - 1,
              style: tables.idOf(style),
              cursorVisible: true,
              area: { x: 0, y: cursor.y, cols, rows: 1 },
              ordinary: false,
            };
            const place = output.outputPlace(print);
            const written = text.slice(0, place?.columns ?? 0);
            const write = () => {
              if (!place || written === "") return;
              screen.write(place.pen);
              screen.write(Buffer.from(written));
              if (late) {
                output.doubt(print.area);
                canvas.grid.touched[cursor.y] = 1;
                return;
              }
              const end = cursor.x + written.length;
              canvas.grid.write(cursor.y, cursor.x, written, print.style, { start: cursor.x, end });
              output.drew(canvas.grid, print.area, { ...print, x: end });
            };
            if (!late) write();
            for (const each of after) draw(canvas, each);
            const held = late ? output.show(canvas.grid, { ...still, cursor, shared: true }) : undefined;
            if (late) write();
            if (held) screen.write(held);
            screen.write(output.show(canvas.grid, { ...still, cursor }));
            expect(pictureOf(screen)).toEqual(picturedCells(canvas.grid));
            expect(screen.cursor).toMatchObject(cursor);
          }
        }),
      );
    },
  );

  property(
    "makes any terminal show what it would show if the picture were its first",
    { runs: 250 },
    (check) =>
      check(
        fc.property(
          size,
          features,
          fc.array(fc.array(drawing, { maxLength: 5 }), { maxLength: 5 }),
          ({ cols, rows }, given, steps) => {
            const tables = new CellTables();
            const canvas = createCanvas(cols, rows, tables);
            const output = new TerminalOutput(tables, given);
            const screen = createScreen({ cols, rows, historyLimit: 0 });
            for (const step of steps) {
              for (const each of step) draw(canvas, each);
              screen.write(output.show(canvas.grid, still));
              expect(pictureOf(screen)).toEqual(pictureOf(freshly(canvas.grid, given)));
            }
          },
        ),
      ),
  );
});

describe("a painter", () => {
  property("shows what panes print, whatever it painted before", { runs: 60 }, (check) =>
    check(
      fc.property(
        features,
        fc.integer({ min: 10, max: 40 }),
        fc.integer({ min: 4, max: 14 }),
        fc.constantFrom([], ["top-bottom"], ["left-right"], ["top-bottom", "left-right"] as const),
        fc.array(fc.nat(100_000), { minLength: 1, maxLength: 8 }),
        (given, cols, rows, splits, seeds) => {
          const { mux, session, newPainter } = stage(cols, rows, given);
          mux.server.options.set("pane-room", "grow");
          for (const direction of splits)
            mux.splitPane(session.current.window.active, { direction: direction as "top-bottom" });
          const painter = newPainter();
          const screen = createScreen({ cols, rows, historyLimit: 0 });
          screen.write(painter.enter());
          seeds.forEach((seed, at) => {
            const { panes } = session.current.window;
            const printed = seed % 3 === 0 ? "line\r\n".repeat(1 + (seed % 7)) : randomOutput(seed, 12);
            panes[at % panes.length]!.screen.write(new TextEncoder().encode(printed));
            screen.write(painter.paint());
            expect(painter.paint().length).toBe(0);
            const fresh = createScreen({ cols, rows, historyLimit: 0 });
            const other = newPainter();
            fresh.write(other.enter());
            fresh.write(other.paint());
            expect(pictureOf(screen)).toEqual(pictureOf(fresh));
            expect(stateOf(screen)).toEqual(stateOf(fresh));
          });
        },
      ),
    ),
  );
});
