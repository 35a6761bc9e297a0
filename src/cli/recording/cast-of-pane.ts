import type { Size } from "../../core/ports.ts";
import { exitCodeOf } from "../../panes/describe-pane.ts";
import type { RecordingEvent } from "../context.ts";
import { type CastPosition, CastWriter, castHeader } from "./asciicast.ts";
import { type RecordedOptions, recordedEvents } from "./recorded-events.ts";
import { RecordingMarks } from "./recording-marks.ts";

export interface CastOptions extends Omit<RecordedOptions, "from"> {
  readonly title: string | undefined;
  /** Players shorten pauses to this. */
  readonly idleLimitMs: number | undefined;
  /** Marks prompts, questions and errors. */
  readonly marks?: boolean;
  /** Continues a recording, without its header. */
  readonly from?: CastPosition | undefined;
}

export interface CastLine {
  /** Empty for an event that adds nothing yet. */
  readonly text: string;
  /** Where the recording continues after this line; undefined for the header and the last lines. */
  readonly end?: CastPosition;
}

/** The lines of a pane's recording, as text. */
export async function* castOfPane(options: CastOptions): AsyncGenerator<string> {
  for await (const { text } of castLines(options)) yield text;
}

/** The lines of a pane's recording, with their positions. */
export async function* castLines(options: CastOptions): AsyncGenerator<CastLine> {
  const { pane, context, from } = options;
  let size: Size = { cols: pane.cols, rows: pane.rows }; // Only these: a position is written as JSON.
  let cast: Cast | undefined = from && { writer: new CastWriter(from), marks: undefined };
  const begin = (timeMs: number) => {
    const { argv } = pane.start;
    cast = {
      writer: new CastWriter({ timeMs, size }),
      marks: options.marks ? new RecordingMarks({ size, timeMs, argv }) : undefined,
    };
    return castHeader({ ...aboutPane(options), size, timeMs });
  };
  for await (const event of recordedEvents(options)) {
    if (!cast && event.kind !== "resize" && event.kind !== "started") yield { text: begin(event.timeMs) };
    if (cast)
      for (const text of eventLines(cast, event)) yield { text, end: cast.writer.position(event.end) };
    // The last size before the first output is the recording's initial size.
    else if (event.kind === "resize") size = event;
  }
  if (!cast) yield { text: begin(context.clock.now()) };
  else yield { text: pauseLine(cast, pane.exit?.time ?? context.clock.now()) };
  const { exit } = pane;
  if (!exit || !cast) return;
  yield { text: cast.writer.exit(exit.time, exitCodeOf(exit)) };
}

interface Cast {
  readonly writer: CastWriter;
  readonly marks: RecordingMarks | undefined;
}

function* eventLines(cast: Cast, event: RecordingEvent): Generator<string> {
  const { writer, marks } = cast;
  yield pauseLine(cast, event.timeMs);
  yield writer.event(event);
  for (const label of marks?.take(event) ?? []) yield writer.mark(event.timeMs, label);
}

/** The mark of the pause before `timeMs`; empty without one. */
function pauseLine({ writer, marks }: Cast, timeMs: number): string {
  const mark = marks?.pause(timeMs);
  return mark ? writer.mark(mark.timeMs, mark.label) : "";
}

function aboutPane({ pane, title, idleLimitMs }: CastOptions) {
  return {
    title: title ?? (pane.title || undefined),
    command: (pane.start.command.length > 0 ? pane.start.command : pane.start.argv).join(" ") || undefined,
    idleLimitMs,
    env: { TERM: TYPE },
  };
}

/** TERM of the programs in panes. */
const TYPE = "tmux-256color";
