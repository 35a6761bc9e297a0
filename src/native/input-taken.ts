import type { Clock } from "../core/ports.ts";
import type { InputState } from "./host.ts";

/** Asked again how the terminal stands after so long. */
const ASK_MS = 5;
/** An application that shows nothing of what it read is given so long to do something with it. */
const SILENT_MS = 60;
/** One that shows something has drawn all of it when it was quiet for so long. */
const DRAWN_MS = 15;

export interface TakenOptions {
  readonly clock: Clock;
  /** Where the output ended before the text was typed. */
  readonly before: number;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  outputEnd(): number;
  /** Throws where the pane has ended. */
  state(): Promise<InputState | undefined>;
  late(): Error;
}

/**
 * Settles when an application has read what was typed and has had the time to show it. Where the terminal gathers lines
 * itself there is no such application, and nothing to wait for.
 */
export async function inputTaken({
  clock,
  before,
  deadline,
  outputEnd,
  state,
  late,
}: TakenOptions): Promise<void> {
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));
  let seen = before;
  let quietSince = clock.now();
  for (;;) {
    const input = await state();
    if (!input || input.canonical) return;
    if (outputEnd() !== seen) {
      seen = outputEnd();
      quietSince = clock.now();
    }
    const quietMs = clock.now() - quietSince;
    if (input.unreadBytes === 0 && quietMs >= (seen > before ? DRAWN_MS : SILENT_MS)) return;
    if (clock.now() >= deadline) {
      // One that never stops drawing has read the text all the same.
      if (input.unreadBytes === 0) return;
      throw late();
    }
    await pause(ASK_MS);
  }
}
