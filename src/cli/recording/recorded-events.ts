import { MuxError } from "../../core/errors.ts";
import type { Pane } from "../../core/tree/tree.ts";
import type { CliContext, RecordingEvent } from "../context.ts";
import { EventsAfter } from "./events-after.ts";
import { followPane } from "./follow-pane.ts";
import type { PositionedEvent, RecordedPosition } from "./recorded-position.ts";

export interface RecordedOptions {
  readonly context: CliContext;
  readonly pane: Pane;
  /** Continue with live events until the pane ends. */
  readonly follow: boolean;
  /** Where to begin; undefined: with everything, including earlier processes. */
  readonly from?: RecordedPosition | undefined;
  /** Awaited before the first live event, when the reader has all recorded ones. */
  readonly onCaughtUp?: (() => Promise<void>) | undefined;
  /** Aborted when the reader disconnects. */
  readonly gone: AbortSignal;
}

/** All events in a pane's journal, then live ones. */
export async function* recordedEvents(options: RecordedOptions): AsyncGenerator<PositionedEvent> {
  const { context, pane, follow, from, gone } = options;
  const recorded = await context.recordingOf(pane);
  if (!recorded && !follow) {
    throw new MuxError("not-supported", "nothing is recorded: journals are off (MULLION_JOURNAL=0)");
  }
  const after = from && new EventsAfter(from, await processesOf(context, pane));
  let process: string | undefined;
  let offset = recorded ? 0 : (from?.offset ?? context.live(pane).offset);
  for (const event of positioned(recorded ?? [])) {
    ({ process, offset } = event.end);
    const wanted = after ? after.rest(event) : event;
    if (wanted) yield wanted;
  }
  if (!follow) return;
  await options.onCaughtUp?.();
  // A daemon that has just started may not have received again what the previous one had passed on.
  const start = from && !after?.isPassed ? Math.max(offset, from.offset) : offset;
  let end: RecordedPosition = { process: process ?? from?.process, offset: start, timeMs: 0 };
  for await (const event of followPane({ context, pane, from: start, gone })) {
    end = { ...end, offset: endOffset(event) ?? end.offset, timeMs: event.timeMs };
    yield { ...event, end };
  }
}

/** The position at an offset in the output of the pane's current process. */
export async function presentPosition(
  { context, pane }: Pick<RecordedOptions, "context" | "pane">,
  offset: number,
): Promise<RecordedPosition> {
  return { process: (await processesOf(context, pane)).at(-1), offset, timeMs: Number.POSITIVE_INFINITY };
}

function* positioned(events: Iterable<RecordingEvent>): Generator<PositionedEvent> {
  let process: string | undefined;
  let offset = 0;
  for (const event of events) {
    if (event.kind === "started") [process, offset] = [event.process, 0];
    offset = endOffset(event) ?? offset;
    yield { ...event, end: { process, offset, timeMs: event.timeMs } };
  }
}

function endOffset(event: RecordingEvent): number | undefined {
  return event.kind === "output" ? event.offset + event.bytes.length : undefined;
}

/** The processes whose starts the pane's journal has, oldest first. */
async function processesOf(context: CliContext, pane: Pane): Promise<readonly string[]> {
  const processes: string[] = [];
  for (const event of (await context.recordingOf(pane)) ?? [])
    if (event.kind === "started") processes.push(event.process);
  return processes;
}
