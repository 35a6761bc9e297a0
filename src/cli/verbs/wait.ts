import type { PaneId } from "../../core/ids.ts";
import { type ExitState, plainExit } from "../../core/ports.ts";
import type { Pane } from "../../core/tree/tree.ts";
import { exitCodeOf } from "../../panes/describe-pane.ts";
import type { LivePane } from "../../panes/live-pane.ts";
import { type PaneOutcome, stateAtEnd, type WaitCondition, waitFor } from "../../panes/wait.ts";
import { cursorOf } from "../answer-cursor.ts";
import { parseCursor, SINCE_OPTION } from "../cursor.ts";
import { EXIT_STATUS, PaneEnded, TimedOut } from "../exit-status.ts";
import { findOrEnded, paneOf, SERVER_OPTION } from "../find-pane.ts";
import { CONDITION_KINDS, conditionUsage, parseCondition } from "../parse-condition.ts";
import { parseDuration } from "../quantities.ts";
import { defineHotVerb, type HotCall, JSON_OPTION } from "../verb.ts";

export const wait = defineHotVerb({
  name: "wait",
  summary: "wait until something is so in a pane",
  operands: "PANE",
  count: [1, 1],
  completes: "target",
  host: { targets: "first", finds: true },
  options: {
    until: {
      short: "u",
      value: "CONDITION",
      completes: CONDITION_KINDS.map((kind) => (kind.argument === undefined ? kind.name : `${kind.name}:`)),
      summary: `one of ${CONDITION_KINDS.map(conditionUsage).join(", ")} (default: exit)`,
    },
    timeout: { short: "t", value: "TIME", summary: "give up after 30 (seconds), 500ms, 5m" },
    since: SINCE_OPTION,
    server: SERVER_OPTION,
    json: JSON_OPTION,
  },
  notes: [
    ...CONDITION_KINDS.map((kind) => `${conditionUsage(kind)}: ${kind.summary}.`),
    "match looks at what stands on the screen and at everything that is printed from then on; with --since only at what was printed after that. Nothing is polled, and nothing that scrolls by is missed.",
    "A pane that is gone already counts as ended: nothing is lost between run and wait.",
  ],
  exits: {
    2: "the time was over first",
    3: "the pane ended first, or had ended; not for --until exit",
  },
  examples: [
    ["mullion wait %3", "until its program ends; prints the exit status"],
    ["mullion wait %3 --until 'match:Listening on .*' --timeout 30", "prints the line"],
    ["mullion send web --enter make && mullion wait web --until prompt", "until the shell is back"],
    ["mullion wait agent --until idle:2000", "until it has been quiet for two seconds"],
    [
      "mullion wait agent --until state:waiting,done,failed",
      "until it asks or has ended its work; prints which",
    ],
  ],
  async run(call) {
    const { context, gone, invocation, options, operands, terminal } = call;
    const { kind, until } = parseCondition(options.until ?? "exit");
    const timeoutMs = options.timeout === undefined ? undefined : parseDuration(options.timeout, "--timeout");
    const found = findOrEnded(context, operands[0]!, options.server);
    const ended = (pane: PaneId, exit?: ExitState) =>
      report(call, kind, { pane, outcome: outcomeAtEnd(until, exit) });
    if (found.kind === "ended") return ended(found.ended.pane, found.ended.exit);
    const { pane } = paneOf(found);
    const live = context.live(pane);
    await live.flush();
    const { output } = live;
    const resumed = cursorOf<WaitPosition>(invocation);
    const position = resumed?.pane === pane.id ? resumed : beginning(live, options.since);
    if (isReplaced(position, pane)) return ended(pane.id);
    const { clock } = live.room;
    const begunMs = resumed?.begunMs ?? clock.now();
    invocation.stdout("", JSON.stringify({ ...position, begunMs } satisfies WaitPosition));
    const waitedMs = () => Math.max(0, clock.now() - begunMs);
    const stop = terminal.progress(
      () => `waiting for ${options.until ?? "exit"} in ${pane.id}, ${Math.floor(waitedMs() / 1000)} s`,
    );
    const outcome = await waitFor(live, {
      until,
      since: position.from,
      onScreen: options.since === undefined,
      timeoutMs: timeoutMs && Math.max(0, timeoutMs - waitedMs()),
      gone,
    });
    stop();
    return report(call, kind, { pane: pane.id, outcome, cursor: output?.end });
  },
});

/**
 * Where and when a wait began. If the daemon dies, the next one looks from there, also at what was printed while no daemon
 * ran, gives the wait the rest of its time, and ends it if another program has replaced the pane's.
 */
interface WaitPosition {
  readonly pane: PaneId;
  /** Process id of the pane's program; 0 if it was not known yet. */
  readonly pid: number;
  /** Offset of the first byte of its output that counts. */
  readonly from: number;
  /** Milliseconds since the epoch; absent in the cursor of a daemon that did not say it. */
  readonly begunMs?: number;
}

function outcomeAtEnd(until: WaitCondition, exit: ExitState | undefined): PaneOutcome {
  if (until.kind === "exit") return { outcome: "met", exit };
  const reached = until.kind === "states" && exit && stateAtEnd(until, exitCodeOf(exit));
  return reached ? { outcome: "met", ...reached, exit } : { outcome: "exited", exit };
}

function beginning({ pane, output, offset }: LivePane, since: string | undefined): WaitPosition {
  const from = since === undefined || !output ? offset : parseCursor(since, output);
  return { pane: pane.id, pid: pane.process?.pid ?? 0, from };
}

/** Whether another program runs in the pane than when the wait began. */
function isReplaced({ pid }: WaitPosition, { process }: Pane): boolean {
  return pid !== 0 && (process?.pid || pid) !== pid;
}

interface WaitReport {
  readonly pane: string;
  readonly outcome: PaneOutcome;
  readonly cursor?: number | undefined;
}

function report({ options, print }: HotCall, kind: string, { pane, outcome, cursor }: WaitReport): number {
  if (options.json) {
    const { outcome: word, exit, ...met } = { exit: undefined, ...outcome };
    const said = word === "exited" ? "ended" : word;
    print(JSON.stringify({ pane, outcome: said, until: kind, ...met, exit: plainExit(exit), cursor }));
  }
  if (outcome.outcome === "timed-out") {
    if (options.json) return EXIT_STATUS.timedOut;
    throw new TimedOut(`timed out: ${kind} did not come in ${pane}`);
  }
  if (outcome.outcome === "exited") {
    if (options.json) return EXIT_STATUS.paneEnded;
    throw new PaneEnded(`pane ${pane} has ended`);
  }
  if (!options.json) printMet(print, kind, outcome);
  return EXIT_STATUS.done;
}

function printMet(
  print: (text: string) => void,
  kind: string,
  { line, state, exit }: Extract<PaneOutcome, { outcome: "met" }>,
): void {
  if (line !== undefined) print(line);
  if (state !== undefined) print(state);
  // The same number as in a shell's $?.
  if (kind === "exit" && exit) print(String(exit.signal === undefined ? exit.status : 128 + exit.signal));
}
