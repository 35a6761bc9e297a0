import { legible } from "../../core/text/legible.ts";
import { pause } from "../../panes/input-read.ts";
import { clip } from "../cut-text.ts";
import { UsageError } from "../exit-status.ts";
import { parseCount, parseDuration, parseWord } from "../quantities.ts";
import type { Paint } from "../terminal.ts";
import { HostRows, type HostTrouble } from "../top/host-rows.ts";
import { drawRows, PaneRows, SORTS, sortRows, type TopRow, type TopSort } from "../top/pane-rows.ts";
import { TopScreen } from "../top/top-screen.ts";
import { ALL_HOSTS_OPTION, defineHotVerb, HOST_OPTION, type HotCall, JSON_OPTION } from "../verb.ts";

export const top = defineHotVerb({
  name: "top",
  summary: "show which panes are busy",
  host: { option: "host", reads: "terminal" },
  options: {
    interval: { short: "i", value: "TIME", summary: "look again after this (default: 1)" },
    count: { short: "n", value: "N", summary: "print N looks, one after the other, and end" },
    sort: { short: "s", value: "COLUMN", completes: SORTS, summary: `by ${SORTS.join(", ")} (default: cpu)` },
    host: HOST_OPTION,
    "all-hosts": ALL_HOSTS_OPTION,
    json: JSON_OPTION,
  },
  notes: [
    "On a terminal the table is kept up to date: q ends it; c, m and o sort it by processor, memory and output. Where standard output is no terminal, it is printed once.",
    "CPU is in percent of one processor, over the last second; MEM is what all processes of the pane have resident; OUT/S is what it prints in a second; QUIET is how long its window has shown nothing new. With --json each look is one line.",
    "With --all-hosts the panes of every host are in the same table, each as its host saw it last; a host that does not answer is named below it.",
  ],
  examples: [
    ["mullion top", "until q"],
    ["mullion top --sort memory --count 1", "once, for a log"],
    ["mullion top --json --count 10 --interval 5", "ten looks for a program"],
  ],
  async run(call) {
    const { options, invocation, context, terminal } = call;
    const sort = parseWord(options.sort ?? "cpu", SORTS, "--sort knows");
    const intervalMs = parseInterval(options.interval ?? "1");
    const count = options.count === undefined ? undefined : parseCount(options.count, "--count");
    const here = new PaneRows(context);
    const hosts = options["all-hosts"] ? new HostRows(call, intervalMs) : undefined;
    const look = async (by: TopSort) => ({
      rows: sortRows([...(await here.look()), ...((await hosts?.look()) ?? [])], by),
      troubles: hosts?.troubles ?? [],
    });
    try {
      if (invocation.tty.stdout && invocation.tty.stdin && count === undefined && !options.json) {
        const screen = new TopScreen({ invocation, clock: context.clock, intervalMs, sort });
        await screen.show(async (by, size) => {
          const { rows, troubles } = await look(by);
          const lines = drawRows(rows, { paint: terminal.paint, now: Date.now() });
          const shown = clip(lines, { ...size, rows: size.rows - troubles.length });
          return clip([...shown, ...drawTroubles(troubles, terminal.paint)], size);
        });
        return;
      }
      await printLooks(call, { look: () => look(sort), intervalMs, count: count ?? 1 });
    } finally {
      hosts?.close();
    }
  },
});

interface Looks {
  look(): Promise<{ readonly rows: readonly TopRow[]; readonly troubles: readonly HostTrouble[] }>;
  readonly intervalMs: number;
  readonly count: number;
}

async function printLooks(
  { context, gone, options, print, terminal: { paint } }: HotCall,
  { look, intervalMs, count }: Looks,
): Promise<void> {
  for (let looks = 0; looks < count && !gone.aborted; looks++) {
    if (looks > 0) await pause(context.clock, intervalMs);
    const { rows, troubles } = await look();
    const now = Date.now();
    const failed = troubles.length > 0 && { failed_hosts: troubles };
    const lines = [...drawRows(rows, { paint, now }), ...drawTroubles(troubles, paint)];
    if (options.json) print(JSON.stringify({ time: now, panes: rows, ...failed }));
    else print([...(looks > 0 ? [""] : []), ...lines].join("\n"));
  }
}

function drawTroubles(troubles: readonly HostTrouble[], paint: Paint): string[] {
  return troubles.map(({ error }) => paint.red(legible(error)));
}

function parseInterval(text: string): number {
  const intervalMs = parseDuration(text, "--interval");
  if (intervalMs < 100) throw new UsageError("--interval is at least 100ms");
  return intervalMs;
}
