import { waitingPanes } from "../../core/agent/next-waiting.ts";
import { MuxError } from "../../core/errors.ts";
import { bestSession } from "../../core/target/current-target.ts";
import type { Pane, Session } from "../../core/tree/tree.ts";
import { type AttachedTo, attachTerminal } from "../attach-terminal.ts";
import type { CliContext } from "../context.ts";
import { UsageError } from "../exit-status.ts";
import { findTarget, paneOf, SERVER_OPTION } from "../find-pane.ts";
import { chooseServer } from "../own-server.ts";
import { defineHotVerb } from "../verb.ts";

export const attach = defineHotVerb({
  name: "attach",
  summary: "look at a session on this terminal, and type into it",
  operands: "[SESSION|PANE]",
  count: [0, 1],
  completes: "target",
  host: { targets: "first", finds: true, reads: "terminal" },
  options: {
    waiting: { short: "w", summary: "the pane that has waited longest for an answer, on any server" },
    "read-only": { short: "r", summary: "only look: keys are not passed on" },
    server: SERVER_OPTION,
  },
  notes: [
    "Without an operand: the session that was used last. A pane is selected in its window first.",
    "Ctrl-b a goes from there to the next pane that waits.",
    "Ctrl-b d leaves it; what runs there goes on. The keys are tmux's: Ctrl-b ? lists them.",
    "Should the daemon end, the client starts the next one and goes on where it was.",
  ],
  examples: [
    ["mullion attach", "the session that was used last"],
    ["mullion attach %3", "the window of pane %3"],
    ["mullion attach --waiting", "the agent that has waited longest for an answer"],
    ["mullion attach -L default work", "a session of the tmux server called default"],
  ],
  async run(call) {
    const { context, operands, options } = call;
    if (options.waiting && operands.length > 0)
      throw new UsageError("--waiting chooses the pane itself: give no name");
    const found = options.waiting
      ? longestWaiting(context, options.server)
      : wanted(context, operands[0], options.server);
    await attachTerminal(call, { ...found, readonly: options["read-only"] });
  },
});

function longestWaiting(context: CliContext, named: string | undefined): AttachedTo {
  const all = named === undefined ? context.servers() : [chooseServer(context, named)!];
  const [pane] = waitingPanes(...all.map(({ server }) => server));
  if (!pane) throw new MuxError("no-such-pane", "no pane waits");
  return { mux: all.find(({ server }) => server === pane.window.server)!, session: sessionOf(pane), pane };
}

function wanted(context: CliContext, target: string | undefined, named: string | undefined): AttachedTo {
  if (target === undefined) {
    const mux = chooseServer(context, named);
    const session = mux && bestSession(mux.server, { preferUnattached: true });
    if (!session) throw new MuxError("no-such-session", "there is no session: `mullion` makes one");
    return { mux, session };
  }
  const found = findTarget(context, target, named);
  if (found.kind === "session") return found;
  const { mux, pane } = paneOf(found);
  return { mux, session: sessionOf(pane), pane };
}

function sessionOf({ window }: Pane): Session {
  return bestSession(window.server, {}, window)!;
}
