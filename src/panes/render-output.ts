import { setImmediate as turn } from "node:timers/promises";
import type { Size } from "../core/ports.ts";
import { createScreen } from "../core/screen/emulator.ts";
import { withoutEnd } from "../core/text/without-end.ts";
import type { PaneOutput } from "./host.ts";

/** More lines than any history has by default; earlier lines are dropped. */
const MAX_LINES = 50_000;
/** Bytes parsed at a time; other calls run between two slices. */
const SLICE_BYTES = 64 * 1024;

export interface RenderOptions {
  readonly output: Pick<PaneOutput, "recorded">;
  readonly size: Size;
  readonly from: number;
  readonly to: number;
  /** Whether the text includes escape sequences for styles. */
  readonly styles: boolean;
}

/**
 * Renders a range of output as a terminal would show it that received nothing else: a line that was overwritten appears
 * in its final form, a wrapped line is one line. Also returns the offset of the first byte that the journal still had.
 */
export async function renderOutput({ output, size, from, to, styles }: RenderOptions) {
  const { cols, rows } = size;
  const screen = createScreen({ cols, rows, historyLimit: MAX_LINES });
  let first: number | undefined;
  for await (const { offset, bytes } of output.recorded(from)) {
    if (offset >= to) break;
    first ??= offset;
    const wanted = bytes.subarray(0, to - offset);
    for (let at = 0; at < wanted.length; at += SLICE_BYTES) {
      screen.write(wanted.subarray(at, at + SLICE_BYTES));
      await turn();
    }
  }
  const range = { start: -screen.historySize, end: screen.rows - 1 };
  const text = screen.capture({ ...range, join: true, escapes: styles }) ?? "";
  return { text: withoutBlankEnd(text), from: first ?? to };
}

/** Removes trailing blanks of lines and trailing empty lines. */
function withoutBlankEnd(text: string): string {
  const lines = text.split("\n").map((line) => withoutEnd(line, " "));
  return withoutEnd(lines.join("\n"), "\n");
}
