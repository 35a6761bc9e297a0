import type { RecordingEvent } from "../context.ts";

/** A place between two events of a pane, which every daemon finds again. */
export interface RecordedPosition {
  /** The process that prints there; undefined if the journal no longer has its start. */
  readonly process: string | undefined;
  /** Offset in the output of that process. */
  readonly offset: number;
  /** Time of the previous event. It distinguishes events without output, which share an offset. */
  readonly timeMs: number;
}

export type PositionedEvent = RecordingEvent & {
  /** The position after the event. */
  readonly end: RecordedPosition;
};
