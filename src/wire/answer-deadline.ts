/**
 * Calls `onLate` if it is not cancelled within `delayMs`; returns the function that cancels. A process that stood still
 * runs its timers before it reads what arrived meanwhile. So the last tenth of the delay is a timer of its own, in which
 * the process reads: nothing is late only because nobody looked. A deadline does not keep the process running.
 */
export function answerDeadline(delayMs: number, onLate: () => void, lastMs = delayMs / 10): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(onLate, lastMs).unref();
  }, delayMs - lastMs).unref();
  return () => clearTimeout(timer);
}
