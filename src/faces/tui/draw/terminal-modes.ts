import type { MouseMode } from "../../../core/screen/screen.ts";
import { isLegible } from "../../../core/text/legible.ts";
import { codePointOf } from "../../../core/text/utf8.ts";
import { fillCapability } from "../terminal/capability-text.ts";
import type { TerminalFeatures } from "../terminal/terminal-features.ts";
import type { OutputBytes } from "./output-bytes.ts";

/** The state of a terminal beside its cells. */
export interface TerminalModes {
  readonly mouse: MouseMode;
  readonly bracketedPaste: boolean;
  readonly focus: boolean;
  readonly extendedKeys: boolean;
  readonly cursorVisible: boolean;
  readonly cursorShape: "default" | "block" | "underline" | "bar";
  readonly cursorBlinking: boolean;
  /** As 0xrrggbb; undefined: the terminal's default. */
  readonly cursorColour: number | undefined;
  /** Undefined: the title has never been set. */
  readonly title: string | undefined;
}

/** The modes of a terminal before `enter` and after `leave`. */
export const initialModes: TerminalModes = {
  mouse: "none",
  bracketedPaste: false,
  focus: false,
  extendedKeys: false,
  cursorVisible: true,
  cursorShape: "default",
  cursorBlinking: false,
  cursorColour: undefined,
  title: undefined,
};

const MOUSE_OFF = "\x1b[?1006l\x1b[?1000l\x1b[?1002l\x1b[?1003l";
/** SGR coordinates. Terminals differ in what a stronger mode includes, so the weaker modes are set too. */
const MOUSE_ON = {
  none: "",
  standard: "\x1b[?1006h\x1b[?1000h",
  button: "\x1b[?1006h\x1b[?1000h\x1b[?1002h",
  all: "\x1b[?1006h\x1b[?1000h\x1b[?1002h\x1b[?1003h",
} as const;

const SHAPE_NUMBERS = { default: 0, block: 2, underline: 4, bar: 6 } as const;

/** Sets the modes of a terminal as they change, and resets them at the end. */
export class ModeWriter {
  readonly #out: OutputBytes;
  readonly #features: TerminalFeatures;
  #set = initialModes;

  constructor(out: OutputBytes, features: TerminalFeatures) {
    this.#out = out;
    this.#features = features;
  }

  /** Enters the alternate screen and the keypad mode, and saves the terminal's title. */
  enter(): void {
    const { alternateScreen, lineDrawing, title, mouse } = this.#features;
    if (alternateScreen) this.#out.ascii(this.#given("smcup") ?? "\x1b[?1049h");
    if (title) this.#out.ascii("\x1b[22;0t");
    this.#out.ascii("\x1b[?1h\x1b=");
    if (lineDrawing === "shift-out") this.#out.ascii("\x1b(B\x1b)0");
    if (mouse) this.#out.ascii(MOUSE_OFF);
    this.#out.ascii("\x1b[?25h");
    this.#set = initialModes;
  }

  /**
   * Resets every mode that could have been set, whether it was or not: a program that restores the terminal without
   * knowing its state sends the same bytes. On a terminal without an alternate screen, the screen is empty afterwards and
   * the cursor on its first line.
   */
  leave(): void {
    const out = this.#out;
    const features = this.#features;
    if (features.synchronized) out.ascii("\x1b[?2026l");
    out.ascii("\x1b[r\x1b[m");
    if (features.hyperlinks) out.ascii("\x1b]8;;\x1b\\");
    if (features.mouse) out.ascii(MOUSE_OFF);
    if (features.bracketedPaste) out.ascii("\x1b[?2004l");
    if (features.focus) out.ascii("\x1b[?1004l");
    if (features.extendedKeys) out.ascii("\x1b[>4m");
    if (features.cursorColour) out.ascii(this.#colourSequence(undefined));
    if (features.cursorStyle) out.ascii(this.#shapeSequence(initialModes));
    out.ascii("\x1b[?1l\x1b>\x1b[?25h\x1b[H\x1b[2J");
    if (features.title) out.ascii("\x1b[23;0t");
    if (features.alternateScreen) out.ascii(this.#given("rmcup") ?? "\x1b[?1049l");
    this.#set = initialModes;
  }

  /** Clears the alternate screen and the scrollback. */
  hide(): void {
    if (this.#features.alternateScreen) this.#out.ascii("\x1b[?1049h");
    this.#out.ascii("\x1b[H\x1b[2J\x1b[3J");
  }

  /** Whether a change to these modes sends any bytes. */
  differs(modes: TerminalModes): boolean {
    const set = this.#set;
    return (
      modes.mouse !== set.mouse ||
      modes.bracketedPaste !== set.bracketedPaste ||
      modes.focus !== set.focus ||
      modes.extendedKeys !== set.extendedKeys ||
      modes.cursorVisible !== set.cursorVisible ||
      modes.cursorShape !== set.cursorShape ||
      modes.cursorBlinking !== set.cursorBlinking ||
      modes.cursorColour !== set.cursorColour ||
      modes.title !== set.title
    );
  }

  get cursorVisible(): boolean {
    return this.#set.cursorVisible;
  }

  apply(modes: TerminalModes): void {
    if (this.differs(modes)) this.#apply(modes);
  }

  /** Hides the cursor while a larger change is drawn, so that it is not seen moving. */
  hideCursor(): void {
    if (!this.#set.cursorVisible) return;
    this.#out.ascii("\x1b[?25l");
    this.#set = { ...this.#set, cursorVisible: false };
  }

  #apply(modes: TerminalModes): void {
    const out = this.#out;
    const set = this.#set;
    const features = this.#features;
    if (modes.mouse !== set.mouse && features.mouse) out.ascii(MOUSE_OFF + MOUSE_ON[modes.mouse]);
    if (modes.bracketedPaste !== set.bracketedPaste && features.bracketedPaste)
      out.ascii(modes.bracketedPaste ? "\x1b[?2004h" : "\x1b[?2004l");
    if (modes.focus !== set.focus && features.focus) out.ascii(modes.focus ? "\x1b[?1004h" : "\x1b[?1004l");
    if (modes.extendedKeys !== set.extendedKeys && features.extendedKeys)
      out.ascii(modes.extendedKeys ? "\x1b[>4;1m" : "\x1b[>4m");
    this.#applyCursor(modes);
    if (modes.title !== undefined && modes.title !== set.title && features.title)
      this.#sendTitle(modes.title);
    this.#set = modes;
  }

  #applyCursor(modes: TerminalModes): void {
    const out = this.#out;
    const set = this.#set;
    const features = this.#features;
    if (modes.cursorColour !== set.cursorColour && features.cursorColour)
      out.ascii(this.#colourSequence(modes.cursorColour));
    const shapeChanges = modes.cursorShape !== set.cursorShape || modes.cursorBlinking !== set.cursorBlinking;
    if (shapeChanges && features.cursorStyle) out.ascii(this.#shapeSequence(modes));
    if (modes.cursorVisible !== set.cursorVisible) out.ascii(modes.cursorVisible ? "\x1b[?25h" : "\x1b[?25l");
  }

  /** The user's own sequence for a capability, with its parameters filled in. */
  #given(name: string, ...parameters: (string | number)[]): string | undefined {
    const text = this.#features.given.get(name);
    return text === undefined ? undefined : fillCapability(text, ...parameters);
  }

  #colourSequence(rgb: number | undefined): string {
    if (rgb === undefined) return this.#given("Cr") ?? "\x1b]112\x07";
    const digits = rgb.toString(16).padStart(6, "0");
    const colour = `rgb:${digits.slice(0, 2)}/${digits.slice(2, 4)}/${digits.slice(4)}`;
    return this.#given("Cs", colour) ?? `\x1b]12;${colour}\x07`;
  }

  #shapeSequence(modes: TerminalModes): string {
    const number = shapeNumber(modes);
    const given = number === 0 ? this.#given("Se") : undefined;
    return given ?? this.#given("Ss", number) ?? `\x1b[${number} q`;
  }

  #sendTitle(title: string): void {
    const out = this.#out;
    out.ascii("\x1b]0;");
    for (const character of title) {
      if (isLegible(character)) out.codePoint(codePointOf(character));
    }
    out.byte(0x07);
  }
}

function shapeNumber({ cursorShape, cursorBlinking }: TerminalModes): number {
  const steady = SHAPE_NUMBERS[cursorShape];
  if (steady === 0) return cursorBlinking ? 1 : 0;
  return cursorBlinking ? steady - 1 : steady;
}
