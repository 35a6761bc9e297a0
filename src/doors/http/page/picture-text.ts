import type { HttpTerminal } from "../terminals/terminals.ts";
import { pictureLine } from "./picture-line.ts";

/** Pages that have the same version get the same text. The texts for this many versions are kept. */
const MAX_KEPT = 8;

/**
 * The screen of one pane as JSON, for all pages: each line is written once, however many pages show it. Versions count
 * its changes, and a page that names the version that it has receives the lines that changed since.
 */
export class PictureText {
  readonly terminal: HttpTerminal;
  #version = 0;
  #cols = 0;
  #screenRevision = -1;
  #cursor = "";
  #revisions: readonly number[] = [];
  #lines: readonly string[] = [];
  /** The version in which each line changed last. */
  #changed: readonly number[] = [];
  readonly #kept = new Map<number, string>();

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
    this.#version += 1;
    this.#cursor = cursor;
    this.#kept.clear();
    if (!isSame) this.#read(revisions, isSameSize);
    this.#cols = cols;
    return true;
  }

  /** The picture as `PagePicture` for a page that has `version`; 0: for one that has none. */
  since(version: number): string {
    const kept = this.#kept.get(version);
    if (kept !== undefined) return kept;
    const lines = this.#lines.map((text, line) => (this.#changed[line]! > version ? text : "null"));
    const size = `"cols":${this.#cols},"rows":${lines.length}`;
    const text = `{"id":"${this.terminal.id}",${size},"lines":[${lines.join(",")}]${this.#cursor}}`;
    if (this.#kept.size < MAX_KEPT) this.#kept.set(version, text);
    return text;
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
    this.#changed = this.#lines.map((text, line) =>
      isSameSize && text === before[line] ? this.#changed[line]! : this.#version,
    );
    this.#revisions = revisions;
  }
}
