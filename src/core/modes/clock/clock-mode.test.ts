import { beforeEach, expect, it } from "vitest";
import { IdleWorld } from "../../../../test/property/tree-ports.ts";
import { createCanvas } from "../../canvas/cell-canvas.ts";
import { createServer } from "../../mux/create-server.ts";
import type { Mux } from "../../mux.ts";
import type { Pane } from "../../tree/tree.ts";
import { openClockMode } from "./clock-mode.ts";

let world: IdleWorld;
let mux: Mux;
let pane: Pane;

beforeEach(() => {
  world = new IdleWorld();
  world.now = Date.UTC(2026, 10, 15, 13, 7);
  mux = createServer({ socketPath: "/tmp/s", ports: world.ports });
  pane = mux.createSession({ name: "s", cwd: "/" }).current.window.active;
  openClockMode(mux, pane, { clock: world.ports.clock, zone: () => ({ offsetMinutes: 0, name: "UTC" }) });
});

/** What is coloured, or written, line by line. */
function picture(cols: number, rows: number): string[] {
  const canvas = createCanvas(cols, rows);
  pane.modes[0]!.draw(canvas);
  const { codes, styles } = canvas.grid;
  return Array.from({ length: rows }, (_, y) =>
    Array.from({ length: cols }, (_cell, x) => {
      const at = y * cols + x;
      return codes[at] === 0x20 && styles[at] !== 0 ? "#" : String.fromCodePoint(codes[at]!);
    })
      .join("")
      .trimEnd(),
  );
}

it("stands large in the middle", () => {
  expect(picture(31, 7)).toEqual([
    "    # #####       ##### #####",
    "    #     #   #   #   #     #",
    "    # #####       #   #     #",
    "    #     #   #   #   #     #",
    "    # #####       #####     #",
    "",
    "",
  ]);
});

it("is written where there is no room", () => {
  expect(picture(29, 5)).toEqual(["", "", "            13:07", "", ""]);
  pane.window.options.set("clock-mode-style", "12");
  expect(picture(29, 5)[2]?.replaceAll("#", " ")).toBe("           1:07 PM");
});

it("changes with the minute", () => {
  const { revision } = pane.modes[0]!;
  const redrawn: string[] = [];
  mux.server.events.on("pane-mode-redrawn", ({ pane }) => redrawn.push(pane));
  world.pass(59_000);
  expect(pane.modes[0]!.revision).toBe(revision);
  expect(redrawn).toEqual([]);
  world.pass(1_000);
  expect(pane.modes[0]!.revision).toBe(revision + 1);
  expect(redrawn).toEqual([pane.id]);
  expect(picture(29, 5)[2]).toBe("            13:08");
});

it("ends with any key", () => {
  pane.modes[0]!.key!({ key: 0x20 as never });
  expect(pane.modes).toEqual([]);
});
