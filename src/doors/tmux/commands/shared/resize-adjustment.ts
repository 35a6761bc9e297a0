import type { PaneDirection } from "../../../../core/layout/neighbours.ts";
import { CommandError } from "../../command-error.ts";
import { parseNumber } from "./parse-number.ts";

const INT_MAX = 2147483647;
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
  const by = text === undefined ? 1 : parseNumber(text, { min: 1, max: INT_MAX });
  if (typeof by === "string") throw new CommandError(`adjustment ${by}`);
  const direction = DIRECTIONS.find(([flag]) => args[flag])?.[1];
  return direction ? { adjust: { direction, by } } : {};
}
