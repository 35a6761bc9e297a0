import { DEFAULT_COLOUR } from "./style.ts";

/** The style of the next character, and its character set. */
export class Pen {
  attributes = 0;
  foreground = DEFAULT_COLOUR;
  background = DEFAULT_COLOUR;
  underlineColour = DEFAULT_COLOUR;
  link = "";

  /** SGR 0: keeps the link, which has its own end sequence. */
  reset(): void {
    this.attributes = 0;
    this.foreground = DEFAULT_COLOUR;
    this.background = DEFAULT_COLOUR;
    this.underlineColour = DEFAULT_COLOUR;
  }

  copyFrom(other: Pen): void {
    this.attributes = other.attributes;
    this.foreground = other.foreground;
    this.background = other.background;
    this.underlineColour = other.underlineColour;
    this.link = other.link;
  }
}

/** Which of the two sets (G0, G1) is in use, and which of them hold the line-drawing characters. */
export class Charset {
  shifted = false;
  g0Drawing = false;
  g1Drawing = false;

  get drawing(): boolean {
    return this.shifted ? this.g1Drawing : this.g0Drawing;
  }

  reset(): void {
    this.shifted = false;
    this.g0Drawing = false;
    this.g1Drawing = false;
  }

  copyFrom(other: Charset): void {
    this.shifted = other.shifted;
    this.g0Drawing = other.g0Drawing;
    this.g1Drawing = other.g1Drawing;
  }
}
