import type { Colour, Screen, Style } from "../../../src/core/screen/screen.ts";

/** A screen cell by cell, in words: two that look the same on a terminal are the same here. */
export function pictureOf(screen: Screen): string[] {
  return Array.from({ length: screen.rows }, (_, y) => linePicture(screen, y));
}

/** The cursor and the modes that keys and the mouse depend on. */
export function stateOf({ cursor, modes }: Screen): object {
  const { mouse, mouseSgr, bracketedPaste, focusEvents } = modes;
  const { x, y, visible, shape, blinking } = cursor;
  return {
    cursor: visible ? { x, y, shape, blinking } : "hidden",
    mouse,
    mouseSgr,
    bracketedPaste,
    focusEvents,
  };
}

function linePicture(screen: Screen, y: number): string {
  const words: string[] = [];
  let column = 0;
  for (const run of screen.runs(y)) {
    if (run.column > column) words.push(piece(" ".repeat(run.column - column), ""));
    words.push(...runPieces(run.text, run.style));
    column = run.column + run.columns;
  }
  return joined(words)
    .replace(/(?:\{\} *)$/, "")
    .trimEnd();
}

const SEPARATOR = "\u0000";

function piece(text: string, look: string): string {
  return `${look}${SEPARATOR}${text}`;
}

/** Blanks are told from other characters, since most of a style does not show on them. */
function runPieces(text: string, style: Style): string[] {
  return (text.match(/ +|[^ ]+/g) ?? []).map((part) =>
    piece(part, part.startsWith(" ") ? blankLook(style) : look(style)),
  );
}

/** `{look}text{look}text`, a look only where it changes. */
function joined(pieces: readonly string[]): string {
  let out = "";
  let current = "";
  for (const text of pieces) {
    const [look = "", characters = ""] = text.split(SEPARATOR);
    if (look !== current) out += `{${look}}`;
    current = look;
    out += characters;
  }
  return out;
}

function look(style: Style): string {
  return [
    colour("fg", style.foreground),
    colour("bg", style.background),
    style.underline === "none" ? "" : `${style.underline}-underline`,
    style.underline === "none" ? "" : colour("ul", style.underlineColour),
    ...(["bold", "dim", "italic", "blink", "reverse", "hidden", "strikethrough", "overline"] as const).map(
      (name) => (style[name] ? name : ""),
    ),
    style.link,
  ]
    .filter(Boolean)
    .join(" ");
}

function blankLook(style: Style): string {
  const lines = style.underline !== "none" || style.strikethrough || style.overline;
  if (style.reverse || lines) return look(style);
  return colour("bg", style.background);
}

function colour(name: string, given: Colour): string {
  if (given.kind === "default") return "";
  if (given.kind === "palette") return `${name}${given.index}`;
  return `${name}#${[given.red, given.green, given.blue].map((n) => n.toString(16).padStart(2, "0")).join("")}`;
}
