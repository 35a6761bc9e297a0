/**
 * Calls `onLate` if it is not cancelled within `delayMs`; returns the function that cancels. A process that stood still
 * runs its timers before it reads what arrived meanwhile. So the last tenth of the delay is a timer of its own, in which
 * the process reads.
 */
export function answerDeadline(delayMs: number, onLate: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(onLate, delayMs / 10);
  }, delayMs * 0.9);
  return () => clearTimeout(timer);
}
