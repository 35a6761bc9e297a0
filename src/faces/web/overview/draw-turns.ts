/**
 * Miniatures take turns. A frame in which any canvas changes costs the browser much more than the drawing itself: it commits
 * every layer of the page, and composes the smallest rectangle that holds all changes. So frames that draw keep a
 * distance, and each draws miniatures of one row of cards, the one that has waited longest.
 */
const waiting = new Map<Element, () => void>();
/** Between two frames that draw. */
const PACE_MS = 50;
/** Time for drawing in one frame. */
const BUDGET_MS = 6;

let isDue = false;
let lastDrawn = Number.NEGATIVE_INFINITY;

/** Calls `draw` in one of the next frames, once. */
export function drawSoon(element: Element, draw: () => void): void {
  waiting.set(element, draw);
  drawNext();
}

export function drawNever(element: Element): void {
  waiting.delete(element);
}

function drawNext(): void {
  if (isDue) return;
  isDue = true;
  const waitMs = lastDrawn + PACE_MS - performance.now();
  if (waitMs <= 0) requestAnimationFrame(drawRow);
  else setTimeout(() => requestAnimationFrame(drawRow), waitMs);
}

function drawRow(): void {
  lastDrawn = performance.now();
  for (const element of longestWaitingRow()) {
    const draw = waiting.get(element);
    waiting.delete(element);
    draw?.();
    if (performance.now() - lastDrawn > BUDGET_MS) break;
  }
  isDue = false;
  if (waiting.size > 0) drawNext();
}

/** All places are read before anything is drawn, so that the page is laid out once. */
function longestWaitingRow(): Element[] {
  const all = [...waiting.keys()];
  const tops = all.map((element) => element.getBoundingClientRect().top);
  return all.filter((_, index) => tops[index] === tops[0]);
}
