import type { PaneDirection } from "../../../../core/layout/neighbours.ts";
import { accepted, INT_MAX, parseNumber } from "./parse-number.ts";

const DIRECTIONS = [
  ["L", "left"],
  ["R", "right"],
  ["U", "up"],
  ["D", "down"],
] as const satisfies readonly (readonly [string, PaneDirection])[];

interface AdjustArguments extends Readonly<Record<"L" | "R" | "U" | "D", boolean>> {
  readonly operands: readonly string[];
}

/** `-L -R -U -D [adjustment]` of resize-pane and resize-window; the number is validated even if it is not needed. */
export function resizeAdjustment(args: AdjustArguments): {
  readonly adjust?: { readonly direction: PaneDirection; readonly by: number };
} {
  const [text] = args.operands;
  const by = text === undefined ? 1 : accepted("adjustment", parseNumber(text, { min: 1, max: INT_MAX }));
  const direction = DIRECTIONS.find(([flag]) => args[flag])?.[1];
  return direction ? { adjust: { direction, by } } : {};
}
