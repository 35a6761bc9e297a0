import { MuxError } from "../../core/errors.ts";
import type { Pane } from "../../core/tree/pane.ts";
import type { CliContext, RecordingEvent } from "../context.ts";
import { followPane } from "./follow-pane.ts";

export interface RecordedOptions {
  readonly context: CliContext;
  readonly pane: Pane;
  /** Go on, as it happens, until the pane ends. */
  readonly follow: boolean;
  /** The first byte of the present process that is wanted; undefined: everything, of earlier processes too. */
  readonly since?: number | undefined;
  onGone(listener: () => void): void;
}

/** Everything that the journal of a pane has, and then what comes. */
export async function* recordedEvents(options: RecordedOptions): AsyncGenerator<RecordingEvent> {
  const { context, pane, follow, since } = options;
  const recorded = await context.recordingOf(pane);
  if (!recorded && !follow) {
    throw new MuxError("not-supported", "nothing is recorded: journals are off (MULLION_JOURNAL=0)");
  }
  let position = recorded ? 0 : (context.outputOf(pane)?.end ?? 0);
  const skip = since === undefined ? 0 : beforePresent((await context.recordingOf(pane)) ?? []);
  let index = 0;
  for (const event of recorded ?? []) {
    if (event.kind === "started") position = 0;
    else if (event.kind === "output") position = event.offset + event.bytes.length;
    const wanted = index++ < skip ? undefined : fromOffset(event, since ?? 0);
    if (wanted) yield wanted;
  }
  const from = Math.max(position, since ?? 0);
  if (follow) yield* followPane({ context, pane, from, onGone: options.onGone });
}

/** How many events come before the beginning of the present process. */
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
