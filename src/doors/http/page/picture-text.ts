import type { HttpTerminal } from "../terminals/terminals.ts";
import { pictureLine } from "./picture-line.ts";

/** A page that has none of the newest versions gets the whole picture. */
const MAX_VERSIONS = 8;
/** A shorter line is sent again where it stands now: its number would hardly be shorter. */
const MIN_MOVED_CHARACTERS = 8;

/** What the page has of a picture, and the text that brings it up to date, once a page asked for it. */
interface Version {
  readonly cols: number;
  readonly lines: readonly string[];
  news: string | undefined;
}

/**
 * The screen of one pane as JSON, for all pages: each line is written once, however many pages show it. Versions count
 * its changes, and a page that names the version that it has receives the lines that changed since. Lines that moved are
 * sent as numbers, so output that scrolls costs the daemon and the page one new line.
 */
export class PictureText {
  readonly terminal: HttpTerminal;
  #version = 0;
  #cols = 0;
  #screenRevision = -1;
  #cursor = "";
  #revisions: readonly number[] = [];
  #lines: readonly string[] = [];
  /** A page without a picture has version 0. */
  readonly #none: Version = { cols: 0, lines: [], news: undefined };
  readonly #versions = new Map([[0, this.#none]]);

  constructor(terminal: HttpTerminal) {
    this.terminal = terminal;
  }

  get version(): number {
    return this.#version;
  }

  /** Reads the screen. Returns whether the picture has changed. */
  refresh(): boolean {
    const { screen } = this.terminal.pane;
    const { cols, rows } = screen;
    const isSameSize = cols === this.#cols && rows === this.#lines.length;
    if (isSameSize && screen.revision === this.#screenRevision) return false;
    const revisions = Array.from({ length: rows }, (_, line) => screen.lineRevision(line));
    const { x, y, visible } = screen.cursor;
    const cursor = visible ? `,"cursor":[${Math.min(x, cols - 1)},${y}]` : "";
    const isSame = isSameSize && revisions.every((revision, line) => revision === this.#revisions[line]);
    this.#screenRevision = screen.revision;
    if (isSame && cursor === this.#cursor) return false;
    this.#cursor = cursor;
    if (!isSame) this.#read(revisions, isSameSize);
    this.#cols = cols;
    this.#startVersion();
    return true;
  }

  /** The picture as `PagePicture` for a page that has `version`; 0: for one that has none. */
  since(version: number): string {
    const had = this.#versions.get(version) ?? this.#none;
    had.news ??= this.#newsFor(had);
    return had.news;
  }

  #newsFor(had: Version): string {
    const lines = had.cols === this.#cols ? linesSince(had.lines, this.#lines) : this.#lines;
    const size = `"cols":${this.#cols},"rows":${this.#lines.length}`;
    return `{"id":"${this.terminal.id}",${size},"lines":[${lines.join(",")}]${this.#cursor}}`;
  }

  #startVersion(): void {
    this.#version += 1;
    this.#versions.set(this.#version, { cols: this.#cols, lines: this.#lines, news: undefined });
    const oldest = this.#version - MAX_VERSIONS;
    if (oldest > 0) this.#versions.delete(oldest);
    for (const version of this.#versions.values()) version.news = undefined;
  }

  /** Output that scrolls moves lines, which keep their numbers: only new ones are written as JSON. */
  #read(revisions: readonly number[], isSameSize: boolean): void {
    const { screen } = this.terminal.pane;
    const known = new Map(isSameSize ? this.#revisions.map((revision, line) => [revision, line]) : []);
    const before = this.#lines;
    this.#lines = revisions.map((revision, line) => {
      const at = known.get(revision);
      return at === undefined ? pictureLine(screen.runs(line)) : before[at]!;
    });
    this.#revisions = revisions;
  }
}

/** `lines` for a page that has `before`, which has as many columns. */
function linesSince(before: readonly string[], lines: readonly string[]): string[] {
  if (before.length !== lines.length) return [...lines];
  const places = new Map(before.map((text, line) => [text, line]));
  return lines.map((text, line) => {
    if (text === before[line]) return "null";
    const place = text.length < MIN_MOVED_CHARACTERS ? undefined : places.get(text);
    return place === undefined ? text : String(place);
  });
}
