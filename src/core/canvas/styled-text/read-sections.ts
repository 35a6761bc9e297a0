import { skipTo } from "../../format/skip.ts";
import type { StyleColour } from "../../style/colour.ts";
import { parseStyle, type TextStyle } from "../../style/style.ts";
import { codePointOf } from "../../text/utf8.ts";
import { Section } from "./section.ts";

const NAMES = ["left", "centre", "right", "absolute", "list", "leftMarker", "rightMarker", "after"] as const;
type SectionName = (typeof NAMES)[number];

export type Sections = Readonly<Record<SectionName, Section>>;

/** The target of a click on some columns of a section. */
export interface SectionRange {
  readonly section: Section;
  readonly start: number;
  readonly end: number;
  readonly range: TextStyle["range"];
}

export interface StyledText {
  readonly sections: Sections;
  /** Alignment of the list; "default": the text has no list. */
  readonly listAlign: TextStyle["align"];
  /** Columns of the list that should stay visible. */
  readonly focus: { readonly start: number; readonly end: number } | undefined;
  /** Background colour of the whole line. */
  readonly fill: StyleColour | undefined;
  readonly ranges: readonly SectionRange[];
}

/**
 * Divides an expanded text by its styles. A style aligns its text left, centred or right; text between `list=on` and
 * `nolist` belongs to the list, which is shortened around its focus if there is not enough room; text after the list
 * with the same alignment stays directly behind it. Undefined for a text with an unclosed style, which is not drawn
 * at all.
 */
export function readSections(text: string, base: TextStyle, keepColours = false): StyledText | undefined {
  const reader = new SectionReader(base, keepColours);
  return reader.read(text) ? reader.result() : undefined;
}

class SectionReader {
  readonly #base: TextStyle;
  readonly #keepColours: boolean;
  readonly #sections = Object.fromEntries(NAMES.map((name) => [name, new Section()])) as Sections;
  readonly #byAlign: Record<TextStyle["align"], SectionName> = {
    default: "left",
    left: "left",
    centre: "centre",
    right: "right",
    "absolute-centre": "absolute",
  };
  readonly #ranges: SectionRange[] = [];
  #current: SectionName = "left";
  #style: TextStyle;
  /** The style to which `default` returns. */
  #default: TextStyle;
  #list: "before" | "inside" | "behind" = "before";
  #listAlign: TextStyle["align"] = "default";
  #focusStart = -1;
  #focusEnd = -1;
  #fill: StyleColour | undefined;
  #range: { section: Section; start: number; range: TextStyle["range"] } | undefined;

  constructor(base: TextStyle, keepColours: boolean) {
    this.#base = base;
    this.#keepColours = keepColours;
    this.#style = base;
    this.#default = base;
  }

  result(): StyledText {
    const focus =
      this.#focusStart < 0 || this.#focusEnd < 0
        ? undefined
        : { start: this.#focusStart, end: this.#focusEnd };
    return {
      sections: this.#sections,
      listAlign: this.#listAlign,
      focus,
      fill: this.#fill,
      ranges: this.#ranges,
    };
  }

  /** Returns false if a style is not closed. */
  read(text: string): boolean {
    for (let at = 0; at < text.length; ) {
      if (text[at] === "#" && at + 1 < text.length && text[at + 1] !== "[") {
        at = this.#readHashes(text, at);
      } else if (text[at] === "#" && text[at + 1] === "[" && !this.#style.ignore) {
        const end = skipTo(text, at + 2, "]");
        if (end < 0) return false;
        this.#applyStyle(text.slice(at + 2, end));
        at = end + 1;
      } else {
        const character = String.fromCodePoint(codePointOf(text, at));
        this.#add(character);
        at += character.length;
      }
    }
    return true;
  }

  /** Two hashes draw one; an odd hash before a bracket starts a style. */
  #readHashes(text: string, at: number): number {
    let end = at;
    while (text[end] === "#") end++;
    const count = end - at;
    if (text[end] !== "[") {
      this.#addMany("#", Math.ceil(count / 2));
      return end;
    }
    const even = count % 2 === 0;
    if (!this.#style.ignore) {
      this.#addMany("#", Math.floor(count / 2));
      if (even) this.#add("[");
    }
    return even ? end + 1 : end - 1;
  }

  #addMany(character: string, count: number): void {
    for (let i = 0; i < count; i++) this.#add(character);
  }

  #add(character: string): void {
    this.#sections[this.#current].add(character, this.#style);
  }

  #applyStyle(text: string): void {
    const before = this.#style;
    const parsed = parseStyle(text, before, this.#default);
    if (!parsed) return;
    const { foreground, background } = this.#base;
    const style = this.#keepColours ? { ...parsed, foreground, background } : parsed;
    if (style.fill.kind !== "default") this.#fill = style.fill;
    if (style.defaultChange === "push") this.#default = before;
    else if (style.defaultChange === "pop") this.#default = this.#base;
    this.#style = style.defaultChange === "base" ? style : { ...style, defaultChange: "base" };
    this.#changeSection();
    this.#changeRange();
  }

  #changeSection(): void {
    const { list, align } = this.#style;
    if (list === "on") this.#enterList(align);
    else if (list === "off") this.#leaveList(align);
    else if (this.#list === "inside") {
      if (list === "focus") {
        if (this.#focusStart < 0) this.#focusStart = this.#sections.list.width;
      } else this.#enterMarker(list === "left-marker" ? "leftMarker" : "rightMarker");
    }
  }

  #enterList(align: TextStyle["align"]): void {
    if (this.#list !== "inside") {
      this.#range = undefined;
      this.#list = "inside";
      this.#listAlign = align;
    }
    this.#endFocus();
    this.#current = "list";
  }

  #leaveList(align: TextStyle["align"]): void {
    if (this.#list === "inside") {
      this.#range = undefined;
      this.#endFocus();
      this.#byAlign[this.#listAlign] = "after";
      if (this.#listAlign === "left") this.#byAlign.default = "after";
      this.#list = "behind";
    }
    this.#current = this.#byAlign[align];
  }

  #enterMarker(marker: "leftMarker" | "rightMarker"): void {
    if (this.#sections[marker].width > 0) return;
    this.#range = undefined;
    if (this.#focusStart >= 0 && this.#focusEnd < 0) this.#focusStart = -1;
    this.#current = marker;
  }

  #endFocus(): void {
    if (this.#focusStart >= 0 && this.#focusEnd < 0) this.#focusEnd = this.#sections.list.width;
  }

  #changeRange(): void {
    const { range } = this.#style;
    const section = this.#sections[this.#current];
    const open = this.#range;
    if (open && !isSameRange(open.range, range)) {
      // tmux counts one column more than was drawn, and the next range begins after it.
      if (section.width !== open.start) this.#ranges.push({ ...open, end: section.width + 1 });
      this.#range = undefined;
    }
    if (!this.#range && range.kind !== "none") this.#range = { section, start: section.width, range };
  }
}

function isSameRange(a: TextStyle["range"], b: TextStyle["range"]): boolean {
  return a.kind === b.kind && (a.kind !== "window" || (b.kind === "window" && a.index === b.index));
}
