import type { PagePicture, PageRun } from "../../../protocol/page.ts";

/** The newest picture of a pane, complete. */
export interface BookPicture {
  readonly cols: number;
  readonly rows: number;
  readonly lines: readonly (readonly PageRun[])[];
  readonly cursor: readonly [number, number] | undefined;
}

/** `lines`: those that changed, the cursor's included; undefined if all of them may have. */
export type OnPicture = (lines: readonly number[] | undefined) => void;

/**
 * Pictures of the panes that are on view. A picture names only the lines that changed; this class keeps the rest. It also
 * knows which panes are watched: the daemon sends pictures of those and of no others.
 */
export class PictureBook {
  readonly #pictures = new Map<string, BookPicture>();
  readonly #watchers = new Map<string, Set<OnPicture>>();
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
  watch(id: string, onChange: OnPicture): () => void {
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
      const last = this.#pictures.get(picture.id);
      this.#pictures.set(picture.id, completed(picture, last));
      const changed = last ? changedLines(picture, last) : undefined;
      for (const notify of this.#watchers.get(picture.id) ?? []) notify(changed);
    }
  }

  forget(id: string): void {
    this.#pictures.delete(id);
  }

  /** A new connection sends complete pictures first. */
  clear(): void {
    this.#pictures.clear();
  }
}

function completed({ cols, rows, lines, cursor }: PagePicture, last: BookPicture | undefined): BookPicture {
  return { cols, rows, lines: lines.map((line, index) => line ?? last?.lines[index] ?? []), cursor };
}

function changedLines(picture: PagePicture, last: BookPicture): number[] | undefined {
  if (picture.cols !== last.cols || picture.rows !== last.rows) return undefined;
  const changed = new Set(picture.lines.flatMap((line, index) => (line ? [index] : [])));
  for (const cursor of [picture.cursor, last.cursor]) if (cursor) changed.add(cursor[1]);
  return [...changed];
}
