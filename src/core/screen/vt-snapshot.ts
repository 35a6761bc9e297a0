import type { Colour, Run, Screen, Style } from "./screen.ts";

/**
 * The bytes that reproduce a screen: any terminal that receives them shows the same, and the application's next
 * output continues from there. They start with a reset, so the terminal may have been in use.
 */
export function vtSnapshot(screen: Screen, historyLines: number): string {
  const history = Math.min(historyLines, screen.historySize);
  const parts = [
    lines(screen, -history, 0),
    history > 0 && !screen.wrapped(-1) ? "\r\n" : "",
    covered(screen),
    lines(screen, 0, screen.rows),
  ];
  return [
    "\x1bc",
    ...parts,
    title(screen),
    region(screen),
    switches(screen),
    cursor(screen),
    sgr(screen.pen),
    link(screen.pen),
  ].join("");
}

/** A line that continues in the next one is written to its last column, so that the terminal wraps by itself. */
function lines(screen: Pick<Screen, "cols" | "runs" | "wrapped">, start: number, end: number): string {
  let text = "";
  for (let line = start; line < end; line++) {
    const wrapped = screen.wrapped(line);
    text += lineText(screen.runs(line), wrapped ? screen.cols : 0);
    if (line < end - 1 && !wrapped) text += "\r\n";
  }
  return text;
}

function lineText(runs: readonly Run[], minColumns: number): string {
  let text = "";
  let columns = 0;
  for (const run of runs) {
    const style = sgr(run.style);
    const styled = style === "" ? run.text : `${style}${run.text}${END}`;
    text += run.style.link === "" ? styled : `${link(run.style)}${styled}${LINK_END}`;
    columns = run.column + run.columns;
  }
  return text + " ".repeat(Math.max(0, minColumns - columns));
}

/** The lines under the alternate screen, and the cursor where it stands when they are shown again. */
function covered({ covered, alternateSaved: { x, y } = { x: 0, y: 0 } }: Screen): string {
  if (!covered) return "";
  const last = Math.max(
    y,
    covered.lines.findLastIndex(({ runs }) => runs.length > 0),
  );
  const text = lines(
    {
      cols: covered.cols,
      runs: (line) => covered.lines[line]?.runs ?? [],
      wrapped: (line) => covered.lines[line]?.wrapped ?? false,
    },
    0,
    last + 1,
  );
  const up = last > y ? `\x1b[${last - y}A` : "";
  return `${text}${up}\x1b[${x + 1}G\x1b[?1049h\x1b[H`;
}

const END = "\x1b[m\x1b(B";
const LINK_END = "\x1b]8;;\x1b\\";

/** Opens the link of this style (OSC 8), if it has one. */
function link({ link }: Style): string {
  return link === "" ? "" : `\x1b]8;;${withoutControls(link)}\x1b\\`;
}

/** A control character would end the sequence that carries the text. */
function withoutControls(text: string): string {
  return text.replaceAll(/[\x00-\x1f\x7f-\x9f]/g, "");
}

const UNDERLINES = {
  none: "",
  single: "4",
  double: "4:2",
  curly: "4:3",
  dotted: "4:4",
  dashed: "4:5",
} as const;
const ATTRIBUTES = [
  ["bold", "1"],
  ["dim", "2"],
  ["italic", "3"],
  ["blink", "5"],
  ["reverse", "7"],
  ["hidden", "8"],
  ["strikethrough", "9"],
  ["overline", "53"],
] as const satisfies readonly (readonly [keyof Style, string])[];

/** The change from plain text to this style. */
function sgr(style: Style): string {
  const codes = [
    ...ATTRIBUTES.flatMap(([name, code]) => (style[name] ? [code] : [])),
    UNDERLINES[style.underline],
    colour(style.foreground, 30),
    colour(style.background, 40),
    style.underlineColour.kind === "default" ? "" : colour(style.underlineColour, 50),
  ].filter((code) => code !== "");
  const attributes = codes.length > 0 ? `\x1b[${codes.join(";")}m` : "";
  return attributes + (style.lineDrawing ? "\x1b(0" : "");
}

/** `base` is 30, 40 or 50: foreground, background, underline. */
function colour(value: Colour, base: number): string {
  if (value.kind === "default") return "";
  if (value.kind === "rgb") return `${base + 8};2;${value.red};${value.green};${value.blue}`;
  if (value.index < 8 && base < 50) return String(base + value.index);
  return `${base + 8};5;${value.index}`;
}

function title({ title }: Screen): string {
  return title === "" ? "" : `\x1b]2;${withoutControls(title)}\x1b\\`;
}

function region({ scrollRegion: { upper, lower }, rows }: Screen): string {
  return upper === 0 && lower === rows - 1 ? "" : `\x1b[${upper + 1};${lower + 1}r`;
}

function switches({ modes }: Screen): string {
  const mouse = { none: "", standard: "\x1b[?1000h", button: "\x1b[?1002h", all: "\x1b[?1003h" };
  return [
    modes.insert ? "\x1b[4h" : "",
    modes.wrap ? "" : "\x1b[?7l",
    modes.origin ? "\x1b[?6h" : "",
    modes.applicationCursor ? "\x1b[?1h" : "",
    modes.applicationKeypad ? "\x1b=" : "",
    modes.bracketedPaste ? "\x1b[?2004h" : "",
    modes.focusEvents ? "\x1b[?1004h" : "",
    mouse[modes.mouse],
    modes.mouseUtf8 ? "\x1b[?1005h" : "",
    modes.mouseSgr ? "\x1b[?1006h" : "",
  ].join("");
}

const SHAPES = { default: 0, block: 1, underline: 3, bar: 5 } as const;

function cursor(screen: Screen): string {
  const { cursor, cols, modes, scrollRegion } = screen;
  const row = cursor.y + 1 - (modes.origin ? scrollRegion.upper : 0);
  const shape = SHAPES[cursor.shape];
  const pending = cursor.x >= cols && !modes.origin && !modes.insert;
  return [
    pending ? fullLine(screen) : `\x1b[${row};${Math.min(cursor.x, cols - 1) + 1}H`,
    cursor.shape === "default" ? "" : `\x1b[${cursor.blinking ? shape : shape + 1} q`,
    cursor.visible ? "" : "\x1b[?25l",
  ].join("");
}

/** Only printing in the last column leaves the cursor in the pending-wrap state. */
function fullLine(screen: Screen): string {
  const { y } = screen.cursor;
  return `\x1b[${y + 1};1H${lineText(screen.runs(y), screen.cols)}`;
}
