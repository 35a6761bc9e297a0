import type { PaneLength } from "../../../core/mux.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { printPlace } from "../formats/expand.ts";
import type { Operands } from "../parse-commands/command.ts";
import { insertHook } from "../queue/prepare-run.ts";
import { accepted, INT_MAX, parseNumber } from "./shared/parse-number.ts";
import { callerDirectory, startedNew, startOptions } from "./shared/start-options.ts";
import { typeStdin } from "./shared/type-stdin.ts";

const FLAGS = "bc:de:fF:hIl:p:Pt:vZ";
type Run = CommandRun<typeof FLAGS, "pane">;

export const splitWindow = defineCommand({
  name: "split-window",
  alias: "splitw",
  flags: FLAGS,
  max: Number.POSITIVE_INFINITY,
  usage:
    "[-bdefhIPvZ] [-c start-directory] [-e environment] [-F format] [-l size] [-t target-pane][shell-command]",
  target: "pane",
  waits: reads,
  run(run) {
    const { args, target, mux, state } = run;
    const { session, link, window } = target;
    const size = length(run);
    const start = startOptions(run, { session, link, pane: target.pane });
    const pane = mux.splitPane(target.pane, {
      ...start,
      cwd: start.cwd ?? callerDirectory(run, session),
      session,
      direction: args.h ? "left-right" : "top-bottom",
      before: args.b,
      full: args.f,
      detached: args.d,
      zoom: args.Z,
      empty: reads(args) || (args.operands.length === 1 && args.operands[0] === ""),
      ...(size !== undefined && { size }),
    });
    const place = { session, link, window, pane };
    if (!args.d) state.current = place;
    const finish = () => {
      printPlace(run, place);
      insertHook(run.queue, "after-split-window", { place, command: run.command });
    };
    if (!reads(args)) return startedNew(run, pane, "create pane failed").then(finish);
    finish();
    return typeStdin(run, pane);
  },
});

/** An empty pane shows the caller's standard input. */
function reads(args: Operands): boolean {
  return args.has("I") && args.operands.length === 0;
}

function length({ args }: Run): PaneLength | undefined {
  if (args.l !== undefined) {
    const isPercent = args.l.endsWith("%");
    const number = parseNumber(isPercent ? args.l.slice(0, -1) : args.l, { min: 0, max: INT_MAX });
    const value = accepted(isPercent ? "percentage" : "lines", number);
    return isPercent ? { percent: value } : value;
  }
  if (args.p === undefined) return undefined;
  return { percent: accepted("create pane failed: -p", parseNumber(args.p, { min: 0, max: INT_MAX })) };
}
