import { attachLatencyBench } from "./attach-latency.ts";
import { callBench } from "./calls.ts";
import { floodBench } from "./flood.ts";
import type { Bench, Row } from "./measure.ts";
import { memoryBench } from "./memory.ts";
import { openBoth } from "./multiplexer.ts";
import { nativeCallBench } from "./native-call.ts";
import { outputBench } from "./output.ts";
import { recoveryBench } from "./recovery.ts";
import { spawnBench } from "./spawns.ts";
import { maxMs, maxRatio } from "./tolerances.ts";

/**
 * `npm run bench [-- --quick] [--json] [NAME…]`: ours beside the real tmux, in one run. Ends with status 1 when a
 * promise in tolerances.ts is not kept.
 */
const benches: readonly Bench[] = [
  callBench,
  nativeCallBench,
  spawnBench,
  outputBench,
  memoryBench,
  floodBench,
  attachLatencyBench,
  recoveryBench,
];

const flags = process.argv.slice(2);
const quick = flags.includes("--quick");
const json = flags.includes("--json");
const wanted = flags.filter((flag) => !flag.startsWith("--"));
const unknown = [
  ...wanted.filter((name) => benches.every((bench) => bench.name !== name)),
  ...flags.filter((flag) => flag.startsWith("--") && flag !== "--quick" && flag !== "--json"),
];
if (unknown.length > 0) {
  console.error(
    `bench: no such bench or flag: ${unknown.join(", ")}; there are ${benches.map(({ name }) => name).join(", ")}, --quick, --json`,
  );
  process.exit(1);
}

function verdict({ id, tmux, mullion }: Row): {
  ratio: number | undefined;
  limit: number | undefined;
  kept: boolean;
} {
  const ratio = tmux === undefined ? undefined : mullion / tmux;
  const limit = tmux === undefined ? maxMs[id] : maxRatio[id];
  return { ratio, limit, kept: limit === undefined || (ratio ?? mullion) <= limit };
}

function print(row: Row): void {
  const { ratio, limit, kept } = verdict(row);
  const value = (figure: number | undefined) =>
    (figure === undefined ? "-" : `${figure.toFixed(2)} ${row.unit}`).padStart(13);
  const bound =
    limit === undefined
      ? ""
      : `${kept ? "kept" : "NOT KEPT"} (at most ${limit}${ratio === undefined ? " ms" : "×"})`;
  console.log(
    `${row.id.padEnd(36)}${value(row.tmux)}${value(row.mullion)}${(ratio?.toFixed(2) ?? "-").padStart(8)}  ${bound}`,
  );
}

const both = openBoth();
const rows: Row[] = [];
try {
  if (!json)
    console.log(`${"".padEnd(36)}${"tmux".padStart(13)}${"mullion".padStart(13)}${"ratio".padStart(8)}`);
  for (const bench of benches) {
    if (wanted.length > 0 && !wanted.includes(bench.name)) continue;
    for (const row of await bench.run(both, quick)) {
      rows.push(row);
      if (!json) print(row);
    }
  }
} finally {
  both.stop();
}
if (json)
  console.log(
    JSON.stringify(
      rows.map((row) => ({ ...row, ...verdict(row) })),
      undefined,
      2,
    ),
  );
process.exitCode = rows.every((row) => verdict(row).kept) ? 0 : 1;
