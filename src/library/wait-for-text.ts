import type { Result } from "../protocol/methods.ts";

type Outcome = Result<"mullion.wait">;

/** How a wait is sent. */
export interface SentWait {
  /** Offset of the first byte that counts; absent: the screen counts, and what is printed from now on. */
  readonly since?: number;
  /** Called when the connection was lost and the wait is sent again, to another daemon. */
  onRepeated?(): void;
}

/**
 * Waits for text, also when the daemon dies meanwhile. The next daemon begins with the screen as it finds it, so text that
 * was printed while no daemon ran, and has scrolled off, would be missed. From then on a second wait reads everything
 * that was printed after `begun`, where the first wait began. That one alone would miss text that stands on the screen
 * without having been printed as a line.
 */
export function waitForText(
  send: (wait: SentWait) => Promise<Outcome>,
  begun: Promise<number>,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    let printed: Promise<Outcome | undefined> | undefined;
    const onRepeated = () => {
      if (printed) return; // The client also repeats the second wait.
      printed = begun.then((since) => send({ since })).catch(() => undefined);
      void printed.then((outcome) => outcome?.outcome === "met" && resolve(outcome));
    };
    send({ onRepeated }).then(async (shown) => {
      // Both end together if the program exits or the time is over; the text may be the program's last.
      const last = shown.outcome === "met" ? undefined : await printed;
      resolve(last?.outcome === "met" ? last : shown);
    }, reject);
  });
}
