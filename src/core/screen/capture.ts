import { Row } from "./row.ts";
import type { CaptureOptions } from "./screen.ts";
import { PADDING } from "./sequences.ts";
import { attribute, BASIC, colourKind, colourValue, DEFAULT_COLOUR, RGB, type StyleTable } from "./style.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Lines as text, as capture-pane writes them. With escapes, each style is written as the difference from the previous
 * style, and the style carries over from line to line.
 */
export function captureText(terminal: Terminal, options: CaptureOptions): string | undefined {
  const { grid, saved } = terminal;
  const { history } = grid;
  const rows = options.alternate ? saved?.rows : grid.rows;
  if (rows === undefined) return undefined;
  const above = options.alternate ? 0 : history.size;
  const clamp = (line: number): number => Math.max(-above, Math.min(line, rows.length - 1));
  const start = clamp(Math.min(options.start, options.end));
  const end = clamp(Math.max(options.start, options.end));
  const writer = new TextWriter(terminal, options);
  const scratch = new Row();
  let text = "";
  for (let line = start; line <= end; line++) {
    const row = line < 0 ? scratch : rows[line]!;
    if (line < 0 && options.escapes) history.read(history.size + line, row);
    else if (line < 0) history.readText(history.size + line, row);
    text += writer.line(row, terminal.cols);
    if (!options.join || !row.wrapped) text += "\n";
    // Reading history adds styles to the tables; the styles of the screens keep their indices.
    if (line < 0 && terminal.tidyTables()) writer.restart();
  }
  return text;
}

/** SGR parameters of the attributes, in the order of their bits; underline styles and overline as tmux writes them. */
const codes = ["1", "2", "3", "4", "5", "7", "8", "9", "4:2", "4:3", "4:4", "4:5", "5:3"];
const SGR_ATTRIBUTES = (1 << codes.length) - 1;

type TextOptions = Omit<CaptureOptions, "start" | "end" | "alternate">;

export class TextWriter {
  private readonly terminal: Terminal;
  private readonly options: TextOptions;
  private readonly introducer: string;
  private attributes = 0;
  private foreground = DEFAULT_COLOUR;
  private background = DEFAULT_COLOUR;
  private underline = DEFAULT_COLOUR;
  /** Index of the style last written; -1 after the indices have been reassigned. */
  private style = 0;

  constructor(terminal: Terminal, options: TextOptions) {
    this.terminal = terminal;
    this.options = options;
    this.introducer = options.octal ? "\\033[" : "\x1b[";
  }

  /** Called when style indices have been reassigned. */
  restart(): void {
    this.style = -1;
  }

  line(row: Row, cols: number): string {
    const end = Math.min(row.used, cols);
    const { escapes, octal, join, keepSpaces } = this.options;
    const text = row.ascii && !escapes && !octal ? row.asciiText(0, end) : this.cells(row, end);
    return join || keepSpaces ? text : trimEnd(text);
  }

  private cells(row: Row, end: number): string {
    const { sequences, styles } = this.terminal;
    const { escapes, octal } = this.options;
    let text = "";
    for (let x = 0; x < end; x++) {
      const code = row.codes[x]!;
      if (code === PADDING) continue;
      if (escapes && row.styles[x] !== this.style) text += this.change(styles, row.styles[x]!);
      if (code === 0x5c && octal) text += "\\\\";
      else text += sequences.text(code);
    }
    return text;
  }

  /** The escape sequences that change the previous style into this one. */
  private change(styles: StyleTable, id: number): string {
    const attributes = styles.attributes[id]!;
    const foreground = styles.foregrounds[id]!;
    const background = styles.backgrounds[id]!;
    const underline = styles.underlineColours[id]!;
    const parameters: string[] = [];
    let before = this.attributes;
    const reset = (before & ~attributes & SGR_ATTRIBUTES) !== 0 || (this.underline !== 0 && underline === 0);
    if (reset) {
      parameters.push("0");
      before &= attribute.lineDrawing;
    }
    for (let i = 0; i < codes.length; i++) {
      if (attributes & ~before & (1 << i)) parameters.push(codes[i]!);
    }
    let text = parameters.length === 0 ? "" : this.sequence(parameters.join(";"));
    if (reset || foreground !== this.foreground) text += this.sequence(groundCode(foreground, 30));
    if (reset || background !== this.background) text += this.sequence(groundCode(background, 40));
    if (underline !== DEFAULT_COLOUR && (reset || underline !== this.underline)) {
      text += this.sequence(groundCode(underline, 50));
    }
    text += this.shift(before, attributes);
    this.attributes = attributes;
    this.foreground = foreground;
    this.background = background;
    this.underline = underline;
    this.style = id;
    return text;
  }

  private sequence(parameters: string): string {
    return `${this.introducer}${parameters}m`;
  }

  /** Shifts out to the line-drawing characters, and shifts in to leave them. */
  private shift(before: number, after: number): string {
    if (((before ^ after) & attribute.lineDrawing) === 0) return "";
    const out = (after & attribute.lineDrawing) !== 0;
    if (this.options.octal) return out ? "\\016" : "\\017";
    return out ? "\x0e" : "\x0f";
  }
}

/** Parameters for a colour; `base` is 30 for the foreground, 40 for the background, 50 for the underline. */
function groundCode(packed: number, base: number): string {
  const value = colourValue(packed);
  if (packed === DEFAULT_COLOUR) return `${base + 9}`;
  if (colourKind(packed) === BASIC) return `${value < 8 ? base + value : base + 60 + value - 8}`;
  if (colourKind(packed) !== RGB) return `${base + 8};5;${value}`;
  return `${base + 8};2;${value >> 16};${(value >> 8) & 0xff};${value & 0xff}`;
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x20) end--;
  return text.slice(0, end);
}
