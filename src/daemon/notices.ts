import type { PaneId } from "../core/ids.ts";

/** Something that was lost or found, and is worth telling once: `ls` shows it the first time, `doctor` always. */
export interface Notice {
  readonly text: string;
  /** Where it concerns one pane only. */
  readonly place?: { readonly server: string; readonly pane: PaneId };
  seen: boolean;
}

const MAX_NOTICES = 100;

/** Of this daemon's life, the newest ones. */
export class Notices {
  readonly #notices: Notice[] = [];

  all(): readonly Notice[] {
    return this.#notices;
  }

  add(text: string, place?: Notice["place"]): void {
    this.#notices.push({ text, seen: false, ...(place && { place }) });
    if (this.#notices.length > MAX_NOTICES) this.#notices.shift();
  }

  markSeen(): void {
    for (const notice of this.#notices) notice.seen = true;
  }
}
