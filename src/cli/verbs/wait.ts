import { plainExit } from "../../core/ports.ts";
import type { PaneOutcome } from "../../panes/wait.ts";
import { cursorOf } from "../answer-cursor.ts";
import { awaitedPane, firstReport, type WaitPosition, type WaitReport } from "../awaited-pane.ts";
import { callBeginning } from "../call-beginning.ts";
import { SINCE_OPTION } from "../cursor.ts";
import { EXIT_STATUS, PaneEnded, TimedOut, UsageError } from "../exit-status.ts";
import { SERVER_OPTION } from "../find-pane.ts";
import { CONDITION_KINDS, conditionUsage, parseCondition } from "../parse-condition.ts";
import { parseDuration } from "../quantities.ts";
import { defineHotVerb, type HotCall, JSON_OPTION } from "../verb.ts";

export const wait = defineHotVerb({
  name: "wait",
  summary: "wait until something is so in a pane, or in the first of several",
  operands: "PANE…",
  count: [1, Number.POSITIVE_INFINITY],
  completes: "target",
  host: {
    targets: "all",
    finds: true,
    names: (panes) => (panes.length > 1 ? /^(?=%\d+(?: |$))/ : undefined),
  },
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
    "With several panes, the first one decides, and its id is printed before everything else. A pane that ends without the condition leaves the wait to the others.",
  ],
  exits: {
    2: "the time was over first",
    3: "the pane ended first, or had ended, as did all of several; not for --until exit",
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
    ["mullion wait %3 %4 %5 --until state:waiting,done,failed", "the first of them: prints %4 done"],
  ],
  async run(call) {
    const { context, gone, invocation, options, operands, terminal } = call;
    const { kind, until } = parseCondition(options.until ?? "exit");
    const timeoutMs = options.timeout === undefined ? undefined : parseDuration(options.timeout, "--timeout");
    const { since, server } = options;
    if (since !== undefined && operands.length > 1)
      throw new UsageError("--since is a place in the output of one pane: give one PANE");
    const resumed = cursorOf<WaitCursor>(invocation);
    const begun = (index: number) => resumed?.positions[index] ?? undefined;
    const panes = await Promise.all(
      operands.map((target, index) =>
        awaitedPane(context, { target, server, until, since, begun: begun(index) }),
      ),
    );
    const positions = panes.map(({ position }) => position ?? null);
    const begunMs = callBeginning<WaitCursor>(call, { positions });
    const waitedMs = () => Math.max(0, context.clock.now() - begunMs);
    const ids = panes.map(({ pane }) => pane);
    const stop = terminal.progress(
      () => `waiting for ${options.until ?? "exit"} in ${ids.join(", ")}, ${Math.floor(waitedMs() / 1000)} s`,
    );
    const decided = new AbortController();
    const limits = {
      timeoutMs: timeoutMs && Math.max(0, timeoutMs - waitedMs()),
      gone: AbortSignal.any([gone, decided.signal]),
    };
    const first = await firstReport(panes.map((pane) => pane.begin(limits)));
    decided.abort();
    stop();
    return report(call, { kind, ids, first });
  },
});

/**
 * Where a wait began. If the daemon dies, the next one looks from there, also at what was printed while no daemon ran, and
 * ends the wait if another program has replaced the pane's.
 */
interface WaitCursor {
  /** In the order of the call's panes; null for one that had ended. */
  readonly positions: readonly (WaitPosition | null)[];
}

interface Decision {
  readonly kind: string;
  /** Ids of all panes of the call. */
  readonly ids: readonly string[];
  readonly first: WaitReport;
}

function report({ options, print }: HotCall, decision: Decision): number {
  const { outcome } = decision.first.outcome;
  if (options.json) print(JSON.stringify(described(decision)));
  else if (outcome === "met") printMet(print, decision);
  else throw failure(decision);
  return { met: EXIT_STATUS.done, "timed-out": EXIT_STATUS.timedOut, exited: EXIT_STATUS.paneEnded }[outcome];
}

function described({ kind, ids, first }: Decision): object {
  const { outcome, exit, ...met } = { exit: undefined, ...first.outcome };
  const said = outcome === "exited" ? "ended" : outcome;
  // One pane decides only by its condition: the end of the time, or of the last pane, is about all of them.
  const about = ids.length > 1 && outcome !== "met" ? { panes: ids } : { pane: first.pane };
  const end = "panes" in about ? {} : { exit: plainExit(exit), cursor: first.cursor };
  return { ...about, outcome: said, until: kind, ...met, ...end };
}

function failure({ kind, ids, first }: Decision): Error {
  const names = ids.join(", ");
  if (first.outcome.outcome === "timed-out")
    return new TimedOut(`timed out: ${kind} did not come in ${names}`);
  return new PaneEnded(ids.length === 1 ? `pane ${names} has ended` : `panes ${names} have ended`);
}

function printMet(print: (text: string) => void, { kind, ids, first }: Decision): void {
  const { line, state, exit } = first.outcome as Extract<PaneOutcome, { outcome: "met" }>;
  // The same number as in a shell's $?.
  const status = exit && (exit.signal === undefined ? exit.status : 128 + exit.signal);
  const word = line ?? state ?? (kind === "exit" ? status : undefined);
  const words = [ids.length > 1 ? first.pane : undefined, word].filter((each) => each !== undefined);
  if (words.length > 0) print(words.join(" "));
}
