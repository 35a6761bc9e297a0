import { afterEach, describe, it } from "vitest";
import { DrawnPair } from "./drawn-pair.ts";

let pair: DrawnPair;
afterEach(() => pair.close());

describe("a terminal that changes its size", () => {
  it.each(["bottom", "top"])("with the status line at the %s", async (position) => {
    pair = await DrawnPair.open({ cols: 61, rows: 20 });
    await pair.set("", "status-position", position);
    await pair.run("split-window -h", "split-window -v");
    await pair.print((_, index) => `${"some words of text ".repeat(40)}\r\n`.repeat(3) + index);
    await pair.alike();
    for (const [cols, rows] of [
      [100, 30],
      [37, 9],
      [20, 6],
      [80, 24],
      [61, 4],
      [19, 22],
      [61, 20],
    ] as const) {
      await pair.resize(cols, rows);
      await pair.alike();
    }
  });
});
