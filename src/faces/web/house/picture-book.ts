import type { PagePicture, PageRun } from "../../../protocol/page.ts";

/** The newest picture of a pane, complete. */
export interface BookPicture {
  readonly cols: number;
  readonly rows: number;
  readonly lines: readonly (readonly PageRun[])[];
  readonly cursor: readonly [number, number] | undefined;
}

/**
 * Pictures of the panes that are on view. A picture names only the lines that changed; this class keeps the rest, and a
 * line that stays or moves is the same object in the next picture. It also knows which panes are watched: the daemon sends
 * pictures of those and of no others.
 */
export class PictureBook {
  readonly #pictures = new Map<string, BookPicture>();
  readonly #watchers = new Map<string, Set<() => void>>();
  readonly #onWatched: () => void;

  constructor(onWatched: () => void) {
    this.#onWatched = onWatched;
  }

  get watched(): string[] {
    return [...this.#watchers.keys()];
  }

  of(id: string): BookPicture | undefined {
    return this.#pictures.get(id);
  }

  /** Calls `onChange` for every new picture of the pane, until the returned function is called. */
  watch(id: string, onChange: () => void): () => void {
    const watchers = this.#watchers.get(id) ?? new Set();
    watchers.add(onChange);
    if (watchers.size === 1) {
      this.#watchers.set(id, watchers);
      this.#onWatched();
    }
    return () => {
      if (!watchers.delete(onChange) || watchers.size > 0) return;
      this.#watchers.delete(id);
      this.#onWatched();
    };
  }

  apply(pictures: readonly PagePicture[]): void {
    for (const picture of pictures) {
      this.#pictures.set(picture.id, completed(picture, this.#pictures.get(picture.id)));
      for (const notify of this.#watchers.get(picture.id) ?? []) notify();
    }
  }

  forget(id: string): void {
    this.#pictures.delete(id);
  }

  /** A new connection sends complete pictures first, of the panes that it is about. */
  clear(isAbout: (id: string) => boolean): void {
    for (const id of [...this.#pictures.keys()]) if (isAbout(id)) this.#pictures.delete(id);
  }
}

const BLANK: readonly PageRun[] = [];

function completed({ cols, rows, lines, cursor }: PagePicture, last: BookPicture | undefined): BookPicture {
  const had = (line: number) => last?.lines[line] ?? BLANK;
  const complete = lines.map((line, index) => {
    if (line === null) return had(index);
    if (typeof line === "number") return had(line);
    return line.length === 0 ? BLANK : line;
  });
  return { cols, rows, lines: complete, cursor };
}
