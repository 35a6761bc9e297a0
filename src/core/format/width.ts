import { NO_WIDTH, widthOf } from "../screen/width.ts";
import { codePointOf } from "../text/utf8.ts";
import { skipTo } from "./skip.ts";

/**
 * Width and truncation of expanded text as drawn: styles `#[…]` occupy no columns and are never cut, `##` draws one
 * hash, control characters draw nothing.
 */
type Piece =
  | { readonly kind: "character"; readonly text: string; readonly columns: number }
  /** A run of hashes and the columns that they occupy. */
  | { readonly kind: "hashes"; readonly count: number; readonly columns: number }
  | { readonly kind: "style"; readonly text: string }
  /** An unclosed style: nothing after it is drawn. */
  | { readonly kind: "unclosed" };

function* pieces(text: string): Generator<Piece> {
  for (let at = 0; at < text.length; ) {
    if (text[at] !== "#") {
      const code = codePointOf(text, at);
      const character = String.fromCodePoint(code);
      at += character.length;
      const columns = drawnColumns(code);
      if (columns !== undefined) yield { kind: "character", text: character, columns };
      continue;
    }
    let end = at;
    while (text[end] === "#") end++;
    const count = end - at;
    const styled = text[end] === "[";
    const columns = styled ? Math.floor(count / 2) : Math.ceil(count / 2);
    yield { kind: "hashes", count, columns };
    at = end;
    if (!styled || count % 2 === 0) continue;
    const close = skipTo(text, end + 1, "]");
    if (close < 0) return yield { kind: "unclosed" };
    yield { kind: "style", text: text.slice(end - 1, close + 1) };
    at = close + 1;
  }
}

/** Columns of a code point; undefined for one that a terminal cannot draw. */
export function drawnColumns(code: number): number | undefined {
  if (code < 0x20 || code === 0x7f) return undefined;
  if (code < 0x7f) return 1;
  const columns = widthOf(code);
  return columns === NO_WIDTH ? undefined : columns;
}

/** Columns that an expanded text occupies when drawn. */
export function formatWidth(text: string): number {
  let width = 0;
  for (const piece of pieces(text)) {
    if (piece.kind === "unclosed") return 0;
    if (piece.kind !== "style") width += piece.columns;
  }
  return width;
}

/** Keeps the first `limit` columns. */
export function trimLeft(text: string, limit: number): string {
  let out = "";
  let width = 0;
  for (const piece of pieces(text)) {
    if (piece.kind === "unclosed") break;
    if (piece.kind === "style") {
      out += piece.text;
      if (width >= limit) break;
      continue;
    }
    if (width >= limit) break;
    if (piece.kind === "hashes") {
      const columns = Math.min(piece.columns, limit - width);
      out += hashes(piece.count, columns);
      width += columns;
      continue;
    }
    if (width + piece.columns <= limit) out += piece.text;
    width += piece.columns;
  }
  return out;
}

/** Keeps the last `limit` columns. */
export function trimRight(text: string, limit: number): string {
  const total = formatWidth(text);
  if (total <= limit) return text;
  const skip = total - limit;
  let out = "";
  let width = 0;
  for (const piece of pieces(text)) {
    if (piece.kind === "unclosed") break;
    if (piece.kind === "style") {
      out += piece.text;
      continue;
    }
    if (piece.kind === "hashes") {
      const hidden = Math.max(0, skip - width);
      out += hashes(piece.count, Math.max(0, piece.columns - hidden));
    } else if (width >= skip) out += piece.text;
    width += piece.columns;
  }
  return out;
}

/** A lone hash stays single; in a longer run each column is written as two hashes. */
function hashes(count: number, columns: number): string {
  if (columns === 0) return "";
  return count === 1 ? "#" : "#".repeat(2 * columns);
}

/** Text of which every character occupies one column. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Padding counts plain characters: it treats styles and hashes as ordinary text. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += drawnColumns(codePointOf(character)) ?? 0;
  return width;
}
