import { FormatReads } from "../../../core/format/format-reads.ts";
import { settledOrLate } from "../../../core/ports.ts";
import type { Door } from "../door.ts";

/** A program that takes longer to start does not delay a caller that only reads. */
const START_MS = 1_000;

/**
 * Expands formats as if output and the start of a program were synchronous, and passes the result on. If a trial reads a
 * pane's screen or process, waits until the pane's output so far is on its screen, or its program runs, and expands
 * again: a format with a condition may then read more panes. Most formats read neither, so that their calls are answered
 * at once.
 */
export function expandFresh<T>(
  door: Door,
  expand: (trial?: FormatReads) => T,
  use: (fresh: T) => void,
): void | Promise<void> {
  const reads = new FormatReads();
  const tryOnce = (): void | Promise<void> => {
    const out = expand(reads);
    const waits = waitsFor(door, reads);
    if (waits.length > 0) return Promise.all(waits).then(tryOnce);
    use(reads.jobs ? expand() : out);
  };
  return tryOnce();
}

function waitsFor({ hosted, context }: Door, reads: FormatReads): readonly Promise<void>[] {
  return reads.take().flatMap(([source, pane]) => {
    if (!pane.process) return [];
    if (source === "screen") return hosted.flush(pane);
    const { pid, started } = pane.process;
    return pid === 0 ? settledOrLate(context.clock, started, START_MS) : [];
  });
}
