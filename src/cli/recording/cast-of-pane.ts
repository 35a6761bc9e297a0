import type { Size } from "../../core/ports.ts";
import type { RecordingEvent } from "../context.ts";
import { CastWriter, castHeader } from "./asciicast.ts";
import { type RecordedOptions, recordedEvents } from "./recorded-events.ts";

export interface CastOptions extends RecordedOptions {
  readonly title: string | undefined;
  /** Players shorten pauses to this. */
  readonly idleLimitMs: number | undefined;
}

/** The lines of a pane's recording. */
export async function* castOfPane(options: CastOptions): AsyncGenerator<string> {
  const { pane, context } = options;
  let size: Size = pane;
  let writer: CastWriter | undefined;
  const begin = (timeMs: number) => {
    writer = new CastWriter({ timeMs, size });
    return castHeader({ ...aboutPane(options), size, timeMs });
  };
  for await (const event of recordedEvents(options)) {
    if (!writer && event.kind !== "resize" && event.kind !== "started") yield begin(event.timeMs);
    if (writer) yield writer.event(event);
    else size = sizeOf(event) ?? size;
  }
  if (!writer) yield begin(context.clock.now());
  const { exit } = pane;
  if (exit && writer)
    yield writer.exit(exit.time, exit.signal === undefined ? (exit.status ?? 0) : 128 + exit.signal);
}

/** Size that a resize event sets. The last size before the first output is the recording's initial size. */
function sizeOf(event: RecordingEvent): Size | undefined {
  return event.kind === "resize" ? event : undefined;
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
