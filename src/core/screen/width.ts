import { widthRuns } from "./width-table.ts";

/**
 * Width of a code point in columns: 0, 1 or 2, or NO_WIDTH for code points unknown to the oracle's C library, which
 * the terminal drops (unassigned, C1 controls, surrogates).
 *
 * The table is expanded once into pages of 256 code points. Pages of a single width are shared, so all of Unicode
 * takes some tens of kilobytes.
 */
export const NO_WIDTH = 3;

const PAGE_BITS = 8;
const PAGE_SIZE = 1 << PAGE_BITS;
const CODE_POINTS = 0x110000;
const UNIFORM_PAGES = 4;
const letters = "ZSDN";

const pageOf = new Uint16Array(CODE_POINTS >> PAGE_BITS);
const pages = expand();

/** Width of a code point below 0x110000. */
export function widthOf(code: number): number {
  return pages[(pageOf[code >> PAGE_BITS]! << PAGE_BITS) | (code & (PAGE_SIZE - 1))]!;
}

function expand(): Uint8Array {
  const out: number[] = [];
  for (let width = 0; width < UNIFORM_PAGES; width++) for (let i = 0; i < PAGE_SIZE; i++) out.push(width);
  let at = 0;
  for (const [, letter, count] of widthRuns.matchAll(/([A-Z])([0-9a-z]+)/g)) {
    const width = letters.indexOf(letter!);
    const end = at + Number.parseInt(count!, 36);
    while (at < end) {
      if (at % PAGE_SIZE === 0 && end - at >= PAGE_SIZE) {
        pageOf[at >> PAGE_BITS] = width;
        at += PAGE_SIZE;
        continue;
      }
      if (at % PAGE_SIZE === 0) pageOf[at >> PAGE_BITS] = out.length >> PAGE_BITS;
      const stop = Math.min(end, (Math.floor(at / PAGE_SIZE) + 1) * PAGE_SIZE);
      for (; at < stop; at++) out.push(width);
    }
  }
  return Uint8Array.from(out);
}
