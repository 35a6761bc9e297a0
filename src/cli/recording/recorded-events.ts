import { MuxError } from "../../core/errors.ts";
import type { Pane } from "../../core/tree/tree.ts";
import type { CliContext, RecordingEvent } from "../context.ts";
import { followPane } from "./follow-pane.ts";

export interface RecordedOptions {
  readonly context: CliContext;
  readonly pane: Pane;
  /** Continue with live events until the pane ends. */
  readonly follow: boolean;
  /** Offset of the first byte of the current process to return; undefined: everything, including earlier processes. */
  readonly since?: number | undefined;
  /** Awaited before the first live event, when the reader has all recorded ones. */
  readonly onCaughtUp?: (() => Promise<void>) | undefined;
  /** Aborted when the reader disconnects. */
  readonly gone: AbortSignal;
}

/** All events in a pane's journal, then live ones. */
export async function* recordedEvents(options: RecordedOptions): AsyncGenerator<RecordingEvent> {
  const { context, pane, follow, since, gone } = options;
  const recorded = await context.recordingOf(pane);
  if (!recorded && !follow) {
    throw new MuxError("not-supported", "nothing is recorded: journals are off (MULLION_JOURNAL=0)");
  }
  let position = recorded ? 0 : context.live(pane).offset;
  const skip = since === undefined ? 0 : beforePresent((await context.recordingOf(pane)) ?? []);
  let index = 0;
  for (const event of recorded ?? []) {
    if (event.kind === "started") position = 0;
    else if (event.kind === "output") position = event.offset + event.bytes.length;
    const wanted = index++ < skip ? undefined : fromOffset(event, since ?? 0);
    if (wanted) yield wanted;
  }
  if (!follow) return;
  await options.onCaughtUp?.();
  const from = Math.max(position, since ?? 0);
  yield* followPane({ context, pane, from, gone });
}

/** Number of events before the start of the current process. */
function beforePresent(recorded: Iterable<RecordingEvent>): number {
  let [index, last] = [0, 0];
  for (const { kind } of recorded) {
    if (kind === "started") last = index;
    index += 1;
  }
  return last;
}

function fromOffset(event: RecordingEvent, from: number): RecordingEvent | undefined {
  if (event.kind !== "output" || event.offset >= from) return event;
  const known = from - event.offset;
  return known < event.bytes.length
    ? { ...event, offset: from, bytes: event.bytes.subarray(known) }
    : undefined;
}
