import { loadavg } from "node:os";
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
 * limit in tolerances.ts is exceeded, and with 2 when something could not be measured.
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

interface Measured {
  readonly rows: readonly Row[];
  /** Benches that could not be measured, each with the reason. */
  readonly failures: readonly string[];
}

/** Runs every bench that is wanted. One that fails does not prevent the others. */
async function measure(): Promise<Measured> {
  const both = openBoth();
  whenInterrupted(() => both.stop());
  const rows: Row[] = [];
  const failures: string[] = [];
  try {
    if (!json) console.log(heading);
    for (const bench of benches) {
      if (wanted.length > 0 && !wanted.includes(bench.name)) continue;
      const begun = performance.now();
      try {
        for (const row of await bench.run(both, quick)) {
          rows.push(row);
          if (!json) console.log(describe(row));
        }
      } catch (error) {
        failures.push(`not measured: ${bench.name}: ${error instanceof Error ? error.message : error}`);
        console.error(failures.at(-1));
      }
      const seconds = (performance.now() - begun) / 1000;
      console.error(`${bench.name} took ${seconds.toFixed(0)} s; load ${loadavg()[0]?.toFixed(1)}`);
    }
  } finally {
    both.stop();
  }
  return { rows, failures };
}

try {
  const { rows, failures } = await measure();
  const judged = rows.map((row) => ({ ...row, ...verdict(row) }));
  if (json) console.log(JSON.stringify(judged, undefined, 2));
  console.error(summarize(rows));
  for (const failure of failures) console.error(failure);
  process.exitCode = failures.length > 0 ? 2 : judged.every(({ kept }) => kept) ? 0 : 1;
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
