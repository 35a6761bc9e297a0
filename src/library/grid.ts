import { InvalidArgument } from "./errors.ts";
import type { Direction, GridOptions, Pane, Substrate } from "./substrate.ts";

/** The operations that build a grid. */
type Splitter = Pick<Substrate, "listPanes" | "splitPane" | "destroyPane">;

export interface GridShape {
  readonly session: string;
  readonly rows: number;
  readonly cols: number;
}

const MAX_PANES = 1_000;

/**
 * Splits into rows first, then each row into columns: each split divides the rest in proportion to what is still to
 * come. If one pane does not fit, all new panes are removed again.
 */
export async function layoutGrid(
  substrate: Splitter,
  { session, rows, cols }: GridShape,
  options: GridOptions = {},
): Promise<Pane[][]> {
  if (![rows, cols].every((count) => Number.isInteger(count) && count >= 1) || rows * cols > MAX_PANES)
    throw new InvalidArgument(`${rows} rows and ${cols} columns are no grid`);
  const panes = await substrate.listPanes(session, options);
  const first = panes.find(({ active }) => active) ?? panes[0]!;
  const made: Pane[] = [];
  const divide = async (from: Pane, direction: Direction, count: number): Promise<Pane[]> => {
    const row = [from];
    for (let left = count - 1; left > 0; left--) {
      const percent = Math.round((100 * left) / (left + 1));
      const pane = await substrate.splitPane(row.at(-1)!, direction, { ...options, percent });
      made.push(pane);
      row.push(pane);
    }
    return row;
  };
  try {
    const grid: Pane[][] = [];
    for (const row of await divide(first, "down", rows)) grid.push(await divide(row, "right", cols));
    return await asTheyStand(substrate, grid, { session, options });
  } catch (error) {
    await Promise.allSettled(made.map((pane) => substrate.destroyPane(pane)));
    throw error;
  }
}

/** The panes with their final places. */
async function asTheyStand(
  substrate: Splitter,
  grid: readonly (readonly Pane[])[],
  { session, options }: { readonly session: string; readonly options: GridOptions },
): Promise<Pane[][]> {
  const panes = new Map((await substrate.listPanes(session, options)).map((pane) => [pane.paneId, pane]));
  return grid.map((row) => row.map((pane) => panes.get(pane.paneId) ?? pane));
}
