import type { Clock } from "../core/ports.ts";
import type { LivePane } from "./live-pane.ts";

/** Interval between queries of the terminal's state. */
const ASK_MS = 5;
/** Time for an application that shows nothing of its input to process it. */
const SILENT_MS = 60;
/** An application that shows its input has drawn it completely after this much quiet time. */
const DRAWN_MS = 15;

export interface ReadOptions {
  /** End of the output before the text was typed. */
  readonly before: number;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  late(): Error;
}

/**
 * Resolves when an application has read the typed text and has had time to show it. If the terminal itself collects
 * lines, there is no such application and nothing to wait for. Throws if the program ends.
 */
export async function inputRead(live: LivePane, { before, deadline, late }: ReadOptions): Promise<void> {
  const { clock } = live.room;
  let seen = before;
  let quietSince = clock.now();
  for (;;) {
    const input = await live.input();
    if (!input || input.canonical) return;
    if (live.offset !== seen) {
      seen = live.offset;
      quietSince = clock.now();
    }
    const quietMs = clock.now() - quietSince;
    if (input.unreadBytes === 0 && quietMs >= (seen > before ? DRAWN_MS : SILENT_MS)) return;
    if (clock.now() >= deadline) {
      // An application that draws continuously has still read the text.
      if (input.unreadBytes === 0) return;
      throw late();
    }
    await pause(clock, ASK_MS);
  }
}

export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}
