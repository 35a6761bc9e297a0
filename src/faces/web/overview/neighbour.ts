interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** Index of the box in the nearest row above (-1) or below (1) that stands most under the same place; `from` if none does. */
export function neighbour(boxes: readonly Box[], from: number, by: 1 | -1): number {
  const own = boxes[from]!;
  const beyond = boxes.filter(({ top }) => (top - own.top) * by > 0);
  const rows = beyond.map(({ top }) => top * by);
  const nearest = Math.min(...rows) * by;
  const middle = ({ left, right }: Box) => (left + right) / 2;
  let best = from;
  let distance = Number.POSITIVE_INFINITY;
  boxes.forEach((box, index) => {
    const away = Math.abs(middle(box) - middle(own));
    if (box.top === nearest && away < distance) {
      best = index;
      distance = away;
    }
  });
  return best;
}
