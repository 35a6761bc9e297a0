import type { Colour, Run, Style } from "../../src/core/screen/screen.ts";
import type { OuterTerminal } from "./outer-terminal.ts";

/** Everything that the terminal shows, one line each, and where its cursor is. */
export function picture({ screen }: OuterTerminal): string {
  const { cursor, rows } = screen;
  const shown = Array.from({ length: rows }, (_, line) => lineOf(screen.runs(line)));
  return [...shown, `cursor ${cursor.visible ? `${cursor.x},${cursor.y}` : "hidden"}`].join("\n");
}

/** As a person sees it: of a blank only what shows of its style counts, and a blank tail not at all. */
function lineOf(runs: readonly Run[]): string {
  let line = "";
  let style = "";
  for (const { text, style: own } of runs) {
    for (const piece of text.match(/ +|[^ ]+/gu) ?? []) {
      const now = piece.startsWith(" ") ? blankStyle(own) : inkStyle(own);
      line += now === style ? piece : `<${now}>${piece}`;
      style = now;
    }
  }
  return line.replace(/(<>)? *$/, "");
}

function inkStyle(style: Style): string {
  const attributes = ATTRIBUTES.filter((name) => style[name]).join("+");
  const underline = style.underline === "none" ? "" : `_${style.underline}`;
  return `${colour(style.foreground)}${blankStyle(style)}${attributes}${underline}`;
}

function blankStyle({ background, foreground, reverse, strikethrough, underline }: Style): string {
  const lined = strikethrough || underline !== "none" ? "lined" : "";
  return `${colour(background, "/")}${reverse ? `~${colour(foreground)}` : ""}${lined}`;
}

const ATTRIBUTES = [
  "bold",
  "dim",
  "italic",
  "blink",
  "reverse",
  "hidden",
  "strikethrough",
  "overline",
] as const;

function colour(colour: Colour, sign = ""): string {
  if (colour.kind === "default") return "";
  return sign + (colour.kind === "palette" ? colour.index : `${colour.red},${colour.green},${colour.blue}`);
}
