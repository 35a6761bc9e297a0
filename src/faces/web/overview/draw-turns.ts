/**
 * Miniatures take turns: one is drawn in each frame. However many panes print, a frame stays short and the page smooth, and
 * each miniature is as new as the display allows.
 */
const waiting = new Set<() => void>();
let isDue = false;

/** Calls `draw` in one of the next frames, once, in the order of the calls. */
export function drawSoon(draw: () => void): void {
  waiting.add(draw);
  if (!isDue) requestAnimationFrame(takeTurn);
  isDue = true;
}

export function drawNever(draw: () => void): void {
  waiting.delete(draw);
}

function takeTurn(): void {
  const [draw] = waiting;
  if (draw) {
    waiting.delete(draw);
    draw();
  }
  isDue = waiting.size > 0;
  if (isDue) requestAnimationFrame(takeTurn);
}
