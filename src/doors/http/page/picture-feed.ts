import type { Admission } from "../admission.ts";
import type { HttpTerminal } from "../terminals/terminals.ts";
import type { PictureText } from "./picture-text.ts";
import type { PictureReader, Pictures } from "./pictures.ts";

/** Bytes of pictures for one page: on average each second, and at once after a pause. */
const BYTES_PER_SECOND = 1024 * 1024;
const MAX_BYTES_AT_ONCE = 512 * 1024;

/** Where a page's messages go. */
export interface PageWriter {
  readonly isOpen: boolean;
  /** Characters that may be sent now: the rest waits until the page has received what is on its way. */
  readonly room: number;
  send(text: string): void;
}

/**
 * Pictures for one page. Nothing is queued: the feed knows the version that the page has of each pane, and a page that
 * is slow, or over its bytes, receives the newest picture later.
 */
export class PictureFeed implements PictureReader {
  readonly #page: PageWriter;
  readonly #pictures: Pictures;
  readonly #covers: Admission["covers"];
  readonly #shown = new Map<string, { readonly picture: PictureText; version: number }>();
  /** Ids whose picture is newer than the page's, in the order in which they became so. */
  readonly #due = new Set<string>();
  #bytes = MAX_BYTES_AT_ONCE;
  #countedAt = performance.now();

  constructor(page: PageWriter, pictures: Pictures, { covers }: Admission) {
    this.#page = page;
    this.#pictures = pictures;
    this.#covers = covers;
  }

  /** The page lacks newer pictures. */
  get isWaiting(): boolean {
    return this.#due.size > 0;
  }

  /** The page shows exactly these panes. One that it shows again gets a whole picture. */
  show(terminals: readonly HttpTerminal[]): void {
    const ids = new Set(terminals.map(({ id }) => id));
    for (const id of [...this.#shown.keys()]) if (!ids.has(id)) this.hide(id);
    for (const terminal of terminals) {
      if (this.#shown.has(terminal.id)) continue;
      this.#shown.set(terminal.id, { picture: this.#pictures.show(terminal, this), version: 0 });
      this.#due.add(terminal.id);
    }
    this.drained();
  }

  hide(id: string): void {
    const shown = this.#shown.get(id);
    if (!shown) return;
    this.#shown.delete(id);
    this.#due.delete(id);
    this.#pictures.hide(shown.picture.terminal, this);
  }

  close(): void {
    for (const id of [...this.#shown.keys()]) this.hide(id);
    this.#pictures.leave(this);
  }

  /** The page has received something: it is sent what it missed. */
  drained(): void {
    if (this.flush()) this.#pictures.resume(this);
  }

  changed({ terminal: { id } }: PictureText): void {
    this.#due.add(id);
  }

  flush(): boolean {
    if (this.#due.size === 0 || !this.#page.isOpen) return false;
    this.#countBytes();
    let { room } = this.#page;
    const pictures: string[] = [];
    for (const id of this.#due) {
      if (this.#bytes <= 0 || room <= 0) break;
      this.#due.delete(id);
      const text = this.#take(id);
      if (text === undefined) continue;
      pictures.push(text);
      this.#bytes -= text.length;
      room -= text.length;
    }
    if (pictures.length > 0) this.#page.send(`{"type":"pictures","pictures":[${pictures.join(",")}]}`);
    // Without room, the page's next answer continues here.
    return this.#due.size > 0 && room > 0;
  }

  #take(id: string): string | undefined {
    const shown = this.#shown.get(id);
    if (!shown || !this.#covers(shown.picture.terminal)) return undefined;
    const { picture, version } = shown;
    if (picture.version === version) return undefined;
    shown.version = picture.version;
    return picture.since(version);
  }

  #countBytes(): void {
    const now = performance.now();
    const earned = ((now - this.#countedAt) * BYTES_PER_SECOND) / 1_000;
    this.#bytes = Math.min(MAX_BYTES_AT_ONCE, this.#bytes + earned);
    this.#countedAt = now;
  }
}
