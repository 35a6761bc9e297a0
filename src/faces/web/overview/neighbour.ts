interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** Index of the box in the nearest row above (-1) or below (1) that stands most under the same place; `from` if none does. */
export function neighbour(boxes: readonly Box[], from: number, by: 1 | -1): number {
  const own = boxes[from]!;
  const beyond = boxes.filter(({ top }) => (top - own.top) * by > 0);
  const nearest = Math.min(...beyond.map(({ top }) => top * by)) * by;
  const middle = ({ left, right }: Box) => (left + right) / 2;
  const away = (box: Box) => Math.abs(middle(box) - middle(own));
  const [best = own] = beyond.filter(({ top }) => top === nearest).sort((a, b) => away(a) - away(b));
  return boxes.indexOf(best);
}
