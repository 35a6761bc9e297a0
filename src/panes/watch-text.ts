import type { PaneOutput } from "./host.ts";
import type { LivePane } from "./live-pane.ts";
import { type LineMatch, LineSearch, matchOnScreen } from "./text-match.ts";

/** Shortest interval between checks of the screen while output streams. */
const LOOK_MS = 25;

export interface TextWatch {
  readonly live: LivePane;
  readonly output: PaneOutput;
  /** Offset of the first byte to match; undefined: output from now on. */
  readonly since: number | undefined;
  /** Text on the screen counts as well, whenever it was printed. */
  readonly onScreen: boolean;
  met(line: string): void;
}

/**
 * Matches both the stream, so that text that scrolls by is not missed, and the screen, where text may be assembled from
 * pieces.
 */
export function watchText(
  matches: LineMatch,
  { live: { room, pane }, output, since, onScreen, met }: TextWatch,
): {
  stop(): void;
  last(): string | undefined;
  /** Resolves when output from before the watch was matched; undefined if none was left to read. */
  readonly caughtUp: Promise<void> | undefined;
} {
  const search = new LineSearch(matches);
  const { stop, caughtUp } = watchStream(output, since, { search, met });
  /** The unfinished line, or a line of the screen. */
  const last = () => search.unfinished() ?? (onScreen ? matchOnScreen(pane.screen, matches) : undefined);
  const look = () => {
    const line = last();
    if (line !== undefined) met(line);
  };
  look();
  let waiting: (() => void) | undefined;
  const untap = output.tap(() => {
    waiting ??= room.clock.after(LOOK_MS, () => {
      waiting = undefined;
      look();
    });
  });
  return {
    stop() {
      stop();
      untap();
      waiting?.();
    },
    last,
    caughtUp,
  };
}

/** The first matching line that was printed from an offset on; the unfinished one counts, too. */
export async function findPrinted(
  matches: LineMatch,
  output: Pick<PaneOutput, "recorded">,
  since: number,
): Promise<string | undefined> {
  const search = new LineSearch(matches);
  for await (const { offset, bytes } of output.recorded(since)) {
    const line = search.push(bytes.subarray(Math.max(0, since - offset)));
    if (line !== undefined) return line;
  }
  return search.unfinished();
}

function watchStream(
  output: PaneOutput,
  since: number | undefined,
  { search, met }: { readonly search: LineSearch; met(line: string): void },
): { stop(): void; readonly caughtUp: Promise<void> | undefined } {
  let position = since ?? output.end;
  let stopped = false;
  const take = (offset: number, bytes: Uint8Array) => {
    if (offset + bytes.length <= position || stopped) return;
    const line = search.push(bytes.subarray(Math.max(0, position - offset)));
    position = offset + bytes.length;
    if (line !== undefined) met(line);
  };
  let catchingUp = position < output.end;
  const untap = output.tap(({ offset, bytes }) => {
    if (!catchingUp) take(offset, bytes);
  });
  const catchUp = async () => {
    while (position < output.end && !stopped) {
      const before = position;
      for await (const { offset, bytes } of output.recorded(position)) take(offset, bytes);
      if (position === before) position = output.end;
    }
    catchingUp = false;
    const line = search.unfinished();
    if (line !== undefined && !stopped) met(line);
  };
  return {
    caughtUp: catchingUp ? catchUp() : undefined,
    stop() {
      stopped = true;
      untap();
    },
  };
}
