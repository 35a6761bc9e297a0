import { legibleData } from "../../core/text/legible.ts";
import { columns, type TableCell } from "../columns.ts";
import type { CliContext } from "../context.ts";
import { describeTree, panesOf } from "../describe-tree.ts";
import { panesIn } from "../own-server.ts";
import { age, bytesText, percentText } from "../quantities.ts";
import type { Paint } from "../terminal.ts";
import { paintOfState, state } from "../verbs/ls.ts";

/** One pane in the output of `top --json`. */
export interface TopRow extends Omit<ReturnType<typeof panesOf>[number], "socket"> {
  /** Bytes printed per second; null for the first sample. */
  readonly outputRate: number | null;
  /** Absent: this machine. */
  readonly host?: string;
}

export const SORTS = ["cpu", "memory", "output"] as const;
export type TopSort = (typeof SORTS)[number];

const SORT_KEYS: Readonly<Record<TopSort, (row: TopRow) => number>> = {
  cpu: ({ cpu }) => cpu ?? -1,
  memory: ({ memory }) => memory ?? -1,
  output: ({ outputRate }) => outputRate ?? -1,
};

/** Samples all panes repeatedly and compares each sample with the previous one. */
export class PaneRows {
  readonly #context: CliContext;
  #ends = new Map<string, number>();
  #timeMs = 0;

  constructor(context: CliContext) {
    this.#context = context;
  }

  async look(): Promise<TopRow[]> {
    const tree = await describeTree(this.#context);
    const now = performance.now();
    const ends = this.#outputEnds();
    const rows = new Map<string, TopRow>();
    for (const { socket, ...row } of panesOf(tree)) {
      const key = `${socket} ${row.id}`;
      // A pane in several sessions is shown once.
      if (!rows.has(key)) rows.set(key, { ...row, outputRate: this.#rate(key, ends, now) });
    }
    this.#ends = ends;
    this.#timeMs = now;
    return [...rows.values()];
  }

  #rate(key: string, ends: ReadonlyMap<string, number>, now: number): number | null {
    const [before, after] = [this.#ends.get(key), ends.get(key)];
    if (before === undefined || after === undefined) return null;
    return Math.max(0, Math.round((1000 * (after - before)) / (now - this.#timeMs)));
  }

  #outputEnds(): Map<string, number> {
    const panes = panesIn(this.#context.servers());
    return new Map(
      panes.map(({ mux, pane }) => [`${mux.server.socketPath} ${pane.id}`, this.#context.live(pane).offset]),
    );
  }
}

export function sortRows(rows: readonly TopRow[], sort: TopSort): TopRow[] {
  const key = SORT_KEYS[sort];
  return [...rows].sort((a, b) => key(b) - key(a));
}

const HEADER = ["PANE", "SERVER", "SESSION", "STATE", "CPU", "MEM", "OUT/S", "QUIET", "COMMAND"];

export function drawRows(rows: readonly TopRow[], { paint, now }: { paint: Paint; now: number }): string[] {
  const header = HEADER.map(
    (text, column): TableCell => ({ text, right: column >= 4 && column <= 7, paint: paint.bold }),
  );
  return columns([header, ...legibleData(rows).map((row) => drawRow(row, { paint, now }))]);
}

function drawRow(row: TopRow, { paint, now }: { paint: Paint; now: number }): TableCell[] {
  const { cpu, memory, outputRate } = row;
  return [
    { text: row.host === undefined ? row.id : `${row.host}/${row.id}` },
    { text: row.server },
    { text: row.session, paint: paint.blue },
    { text: state(row), paint: paintOfState(row, paint) },
    { text: cpu === null ? "" : percentText(cpu), right: true },
    { text: memory === null ? "" : bytesText(memory), right: true },
    { text: outputRate === null ? "" : bytesText(outputRate), right: true },
    { text: age(row.activity, now), right: true },
    { text: row.command },
  ];
}
