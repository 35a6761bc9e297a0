import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { NO_WIDTH, widthOf } from "../../../src/core/screen/width.ts";

/** The table is glibc's; another C library has its own opinion. */
it.runIf(process.platform === "linux")("every code point is as wide as the C library says", () => {
  const work = mkdtempSync(join(tmpdir(), "widths-"));
  try {
    const program = join(work, "widths");
    execFileSync("cc", ["-O1", "-o", program, join(import.meta.dirname, "../../fixtures/screen/widths.c")]);
    const wrong: string[] = [];
    let checked = 0;
    for (const line of execFileSync(program, { encoding: "utf8" }).trim().split("\n")) {
      const [first, last, width] = line.split(" ");
      const expected = width === "-1" ? NO_WIDTH : Number(width);
      for (let code = Number.parseInt(first!, 16); code <= Number.parseInt(last!, 16); code++) {
        checked++;
        if (widthOf(code) !== expected)
          wrong.push(`U+${code.toString(16)} ${widthOf(code)} instead of ${width}`);
      }
    }
    expect(checked).toBe(0x110000);
    expect(wrong.slice(0, 20)).toEqual([]);
  } finally {
    rmSync(work, { recursive: true });
  }
});
