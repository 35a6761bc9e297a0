import { FormatReads } from "../../../core/format/format-reads.ts";
import { settledOrLate } from "../../../core/ports.ts";
import type { Door } from "../door.ts";

/** A program that takes longer to start does not delay a caller that only reads. */
const START_MS = 1_000;

/**
 * Expands formats as if output and the start of a program were synchronous. If a trial reads a pane's screen or
 * process, waits until the pane's output so far is on its screen, or its program runs, and expands again. Most formats
 * read neither, so that their calls are answered at once.
 */
export function expandFresh<T>(door: Door, expand: (trial?: FormatReads) => T): T | Promise<T> {
  const reads = new FormatReads();
  const out = expand(reads);
  const waits = waitsFor(door, reads);
  if (waits.length > 0) return afterWaits(door, { expand, reads, waits });
  return reads.jobs ? expand() : out;
}

interface Trial<T> {
  readonly expand: (trial?: FormatReads) => T;
  readonly reads: FormatReads;
  readonly waits: readonly Promise<void>[];
}

/** A format with a condition may read more panes once the first ones are current. */
async function afterWaits<T>(door: Door, { expand, reads, waits }: Trial<T>): Promise<T> {
  await Promise.all(waits);
  const out = expand(reads);
  const more = waitsFor(door, reads);
  if (more.length > 0) return afterWaits(door, { expand, reads, waits: more });
  return reads.jobs ? expand() : out;
}

function waitsFor({ hosted, context }: Door, reads: FormatReads): readonly Promise<void>[] {
  return reads.take().flatMap(([source, pane]) => {
    if (!pane.process) return [];
    if (source === "screen") return hosted.flush(pane);
    const { pid, started } = pane.process;
    return pid === 0 ? settledOrLate(context.clock, started, START_MS) : [];
  });
}
