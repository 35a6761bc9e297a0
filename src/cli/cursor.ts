import type { PaneOutput } from "../panes/host.ts";
import { UsageError } from "./exit-status.ts";

export const SINCE_OPTION = {
  value: "CURSOR",
  summary: "count only what was printed after it: a cursor stands in the JSON of send and capture",
} as const;

/** A cursor is an offset in the output of a pane's current process, in bytes. */
export function parseCursor(text: string, { end }: Pick<PaneOutput, "end">): number {
  const cursor = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(cursor))
    throw new UsageError(`--since needs a cursor, not ${JSON.stringify(text)}`);
  if (cursor > end)
    throw new UsageError(`the pane has printed ${end} bytes, and the cursor ${cursor} is beyond them`);
  return cursor;
}
