import { agentsBench } from "./agents.ts";
import { attachLatencyBench } from "./attach-latency.ts";
import { browserBench } from "./browser.ts";
import { callBench } from "./calls.ts";
import { floodBench } from "./flood.ts";
import { hostsBench } from "./hosts.ts";
import type { Bench, Row } from "./measure.ts";
import { memoryBench } from "./memory.ts";
import { openBoth } from "./multiplexer.ts";
import { nativeCallBench } from "./native-call.ts";
import { outputBench } from "./output.ts";
import { pageBench } from "./page.ts";
import { reconnectsBench } from "./reconnects.ts";
import { recoveryBench } from "./recovery.ts";
import { spawnBench } from "./spawns.ts";
import { statesBench } from "./states.ts";
import { describe, heading, summarize, verdict } from "./verdict.ts";
import { whenInterrupted } from "./when-interrupted.ts";

/**
 * `npm run bench [-- --quick] [--json] [NAME…]`: Mullion beside the real tmux, in one run. Exits with status 1 when a
 * limit in tolerances.ts is exceeded, and with 2 when it could not be measured.
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
  statesBench,
  agentsBench,
  browserBench,
  pageBench,
  hostsBench,
  reconnectsBench,
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
  process.exit(2);
}

async function measure(): Promise<Row[]> {
  const both = openBoth();
  whenInterrupted(() => both.stop());
  const rows: Row[] = [];
  try {
    if (!json) console.log(heading);
    for (const bench of benches) {
      if (wanted.length > 0 && !wanted.includes(bench.name)) continue;
      for (const row of await bench.run(both, quick)) {
        rows.push(row);
        if (!json) console.log(describe(row));
      }
    }
  } finally {
    both.stop();
  }
  return rows;
}

try {
  const rows = await measure();
  const judged = rows.map((row) => ({ ...row, ...verdict(row) }));
  if (json) console.log(JSON.stringify(judged, undefined, 2));
  console.error(summarize(rows));
  process.exitCode = judged.every(({ kept }) => kept) ? 0 : 1;
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
