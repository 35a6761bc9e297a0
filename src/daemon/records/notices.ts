import type { PaneId } from "../../core/ids.ts";

/** A loss or a recovery that users should see once: `ls` shows it the first time, `doctor` always. */
export interface Notice {
  readonly text: string;
  /** The pane, if the notice concerns a single one. */
  readonly place?: { readonly server: string; readonly pane: PaneId };
  seen: boolean;
}

const MAX_NOTICES = 100;

/** The newest notices since this daemon started. */
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
