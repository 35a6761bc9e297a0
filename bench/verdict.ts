import type { Row } from "./measure.ts";
import { maxAmount, maxRatio } from "./tolerances.ts";

/** Whether a row keeps its limit. */
export interface Verdict {
  /** Undefined if the real tmux does not support the operation. */
  readonly ratio: number | undefined;
  /** Limit of the ratio, or of the figure itself without a ratio; undefined: no limit. */
  readonly limit: number | undefined;
  readonly kept: boolean;
}

export function verdict({ id, tmux, mullion }: Row): Verdict {
  const ratio = tmux === undefined ? undefined : mullion / tmux;
  const limit = tmux === undefined ? maxAmount[id] : maxRatio[id];
  return { ratio, limit, kept: limit === undefined || (ratio ?? mullion) <= limit };
}

const times = (ratio: number) => `${ratio.toFixed(ratio < 0.1 ? 3 : 2)}×`;
const amount = (figure: number, unit: string) => `${figure.toFixed(2)} ${unit}`;
const bound = ({ ratio, limit }: Verdict, { unit }: Row) =>
  ratio === undefined ? `${limit} ${unit}` : times(limit!);

export const heading = line(["", "tmux", "mullion", "ratio", ""]);

/** Formats the row as a line of the table. */
export function describe(row: Row): string {
  const judged = verdict(row);
  const { ratio, limit, kept } = judged;
  const said = limit === undefined ? "" : `${kept ? "kept" : "NOT KEPT"} (at most ${bound(judged, row)})`;
  return line([
    row.id,
    row.tmux === undefined ? "-" : amount(row.tmux, row.unit),
    amount(row.mullion, row.unit),
    ratio === undefined ? "-" : times(ratio),
    said,
  ]);
}

/** Summarizes the run. */
export function summarize(rows: readonly Row[]): string {
  const promised = rows.filter((row) => verdict(row).limit !== undefined);
  const broken = promised.filter((row) => !verdict(row).kept);
  if (broken.length === 0) return `All ${promised.length} limits are kept.`;
  const sentences = broken.map((row) => {
    const judged = verdict(row);
    const figure = judged.ratio === undefined ? amount(row.mullion, row.unit) : times(judged.ratio);
    return `  ${row.id}: ${figure}, at most ${bound(judged, row)}`;
  });
  return [`${broken.length} of ${promised.length} limits are not kept:`, ...sentences].join("\n");
}

function line([id, tmux, mullion, ratio, said]: readonly [string, string, string, string, string]): string {
  const columns = [id.padEnd(36), tmux.padStart(13), mullion.padStart(13), ratio.padStart(9), `  ${said}`];
  return columns.join("").trimEnd();
}
