/** The title, and the titles that applications saved (XTWINOPS 22 and 23). */
const MAX_DEPTH = 32;
export const MAX_TITLE_LENGTH = 4096;

export class TitleStack {
  current = "";
  readonly pushed: string[] = [];

  push(): void {
    if (this.pushed.length < MAX_DEPTH) this.pushed.push(this.current);
  }

  /** Returns false if no title was saved. */
  pop(): boolean {
    const title = this.pushed.pop();
    if (title === undefined) return false;
    this.current = title;
    return true;
  }

  clear(): void {
    this.pushed.length = 0;
  }
}
