// How fast the emulator alone takes output, and what a screen costs in memory.
//   npx tsc -b src/core bench && node --expose-gc bench/screen-parse.mjs [--quick]
import { corpus, corpusNames } from "../dist/bench/corpora.js";
import { createScreen } from "../dist/core/screen/emulator.js";

/** MB/s that the parser must reach on the machine it was measured on. */
const wanted = { plain: 80, SGR: 40, "full-screen": 60, unicode: 40 };
const MB = 1e6;
const SLICE_BYTES = 65536;
const WINDOW_BYTES = 16 * SLICE_BYTES;
const quick = process.argv.includes("--quick");
const bytes = (quick ? 8 : 64) * MB;

// Memory first, before other work leaves anything on the heap.
const idleBytes = memoryOf(200, () => {});
console.log(`idle screen  ${(idleBytes / 1024).toFixed(1)} KB`);
for (const name of corpusNames) {
  const block = corpus(name, 4 * MB);
  let lines = 0;
  const full = memoryOf(4, (screen) => {
    screen.write(block);
    lines = screen.historySize;
  });
  console.log(`${name.padEnd(12)} ${(full / MB).toFixed(2)} MB with ${lines} lines of history`);
}
for (const name of corpusNames) {
  const rates = parse(corpus(name, bytes)).sort((a, b) => a - b);
  const median = rates[rates.length >> 1];
  console.log(
    `${name.padEnd(12)} ${median.toFixed(0).padStart(4)} MB/s, ${rates.at(-1).toFixed(0)} at best (wanted ${wanted[name]})`,
  );
}
encoding();

/** MB per second of processor time, window by window: other load on the machine affects the median, not the best. */
function parse(data) {
  const screen = createScreen({ cols: 80, rows: 24, historyLimit: 2000 });
  const rates = [];
  for (let from = 0; from + WINDOW_BYTES <= data.length; from += WINDOW_BYTES) {
    const start = process.cpuUsage();
    for (let at = from; at < from + WINDOW_BYTES; at += SLICE_BYTES) {
      screen.write(data.subarray(at, at + SLICE_BYTES));
    }
    const { user, system } = process.cpuUsage(start);
    rates.push(WINDOW_BYTES / (user + system));
  }
  return rates;
}

/** Bytes per screen, measured over several: heap and buffers together. */
function memoryOf(count, fill) {
  const used = () => {
    // Twice: the second run frees the buffers of objects that the first one found.
    for (let i = 0; i < 2; i++) globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const screens = Array.from({ length: count }, () =>
    createScreen({ cols: 80, rows: 24, historyLimit: 10_000 }),
  );
  for (const screen of screens) fill(screen);
  const after = used();
  return (after - before) / screens.length;
}

function encoding() {
  const screen = createScreen({ cols: 80, rows: 24, historyLimit: 2000 });
  screen.write(corpus("plain", MB));
  const times = Array.from({ length: 50 }, () => {
    const start = performance.now();
    screen.encode();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  console.log(
    `encode of ${screen.historySize} lines: ${times[25].toFixed(2)} ms, ${screen.encode().length} bytes`,
  );
}
