import type { Mux } from "../../core/mux.ts";
import type { Pane } from "../../core/tree/tree.ts";
import { planRestart, type Restart, restart, whyNotStartable } from "../../panes/restart.ts";
import { UsageError } from "../exit-status.ts";
import { type Found, findTarget, SERVER_OPTION } from "../find-pane.ts";
import { panesIn, serverName } from "../own-server.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

/** A pane whose program ended with the machine. */
interface Stopped {
  readonly mux: Mux;
  readonly pane: Pane;
  readonly plan: Restart;
  /** Why its program is not started; undefined: it is. */
  readonly left: string | undefined;
  readonly failed: boolean;
}

export const restore = defineHotVerb({
  name: "restore",
  summary: "start the programs again that ended when the machine stopped",
  operands: "[SESSION|WINDOW|PANE]",
  count: [0, 1],
  completes: "target",
  host: { targets: "first", names: () => /(?<= (?:in|restore) )(?=%\d+ )/g },
  options: {
    all: { short: "a", summary: "every session of every server" },
    "dry-run": { short: "n", summary: "say what would be started, and start nothing" },
    server: SERVER_OPTION,
    json: JSON_OPTION,
  },
  notes: [
    "Each program starts in its own pane, below what the pane showed: an agent with its own resume command and the session id that it reported (mullion report), a shell in its directory. Any other program starts as it was started, and only when you name its pane.",
    "The option @mullion-restore of a pane, window or session changes that: always starts the program with the others, ask only when you name its pane, never not at all.",
    "A program that ended by itself does not start again, and none starts twice. Without a target and --all, restore starts nothing and lists what it would do.",
  ],
  exits: { 1: "a program cannot be started; its pane stays as it is" },
  examples: [
    ["mullion restore --dry-run --all", "what would be started, and what not"],
    ["mullion restore web", "the programs of a session"],
    ["mullion restore %3", "the program of one pane, whatever it is"],
    ["tmux set-option -p -t %3 @mullion-restore always", "start it with the others"],
  ],
  async run({ context, options, operands, print }) {
    const [target] = operands;
    if (target !== undefined && options.all) throw new UsageError("give a target or --all, not both");
    const isDry = options["dry-run"] || (target === undefined && !options.all);
    const found =
      target === undefined
        ? panesIn(context.servers()).flatMap(({ mux, pane }) => asStopped(mux, pane, false))
        : stoppedIn(findTarget(context, target, options.server));
    const stopped = isDry ? found : await Promise.all(found.map(started));
    const starting = stopped.filter(({ left }) => left === undefined);
    const left = stopped.filter((each) => each.left !== undefined);
    print(
      options.json
        ? JSON.stringify({ dryRun: isDry, started: starting.map(describe), left: left.map(describe) })
        : [...starting.map((each) => startedLine(each, isDry)), ...left.map(leftLine)].join("\n") ||
            "No program ended with the machine.",
    );
    return left.some(({ failed }) => failed) ? 1 : 0;
  },
});

/** Resolves when the program runs, or cannot be started. */
async function started(stopped: Stopped): Promise<Stopped> {
  const { mux, pane, plan, left } = stopped;
  const fault = left === undefined ? await restart(mux, pane, plan) : undefined;
  return fault === undefined ? stopped : { ...stopped, left: fault, failed: true };
}

function stoppedIn(found: Found): Stopped[] {
  const { mux } = found;
  if (found.kind === "pane") return asStopped(mux, found.pane, true);
  const windows = found.kind === "window" ? [found.window] : found.session.links.map(({ window }) => window);
  return [...new Set(windows)].flatMap(({ panes }) => panes.flatMap((pane) => asStopped(mux, pane, false)));
}

function asStopped(mux: Mux, pane: Pane, isNamed: boolean): Stopped[] {
  const plan = planRestart(pane);
  if (!plan) return [];
  const fault = whyNotStartable(pane, plan);
  const left = plan.wish === "never" ? "@mullion-restore is never" : undefined;
  const asks = plan.wish === "ask" && !isNamed ? `mullion restore ${place(mux, pane)} starts it` : undefined;
  return [{ mux, pane, plan, left: left ?? asks ?? fault, failed: !left && !asks && fault !== undefined }];
}

function place(mux: Mux, { id }: Pane): string {
  return `${id} -L ${serverName(mux)}`;
}

function describe({ mux, pane, plan, left }: Stopped) {
  const { kind, name, command, cwd, wish } = plan;
  return {
    server: serverName(mux),
    session: pane.window.links[0]?.session.name ?? "",
    pane: pane.id,
    kind,
    program: name,
    command: command.length > 0 ? command : pane.start.command,
    cwd,
    restore: wish,
    ...(left !== undefined && { reason: left }),
  };
}

function startedLine({ mux, pane, plan }: Stopped, isDry: boolean): string {
  const { kind, name, command, cwd } = plan;
  const how = kind === "agent" ? command.join(" ") : cwd;
  return `${isDry ? "would start" : "started"} ${name} in ${named(mux, pane)}: ${how}`;
}

function leftLine({ mux, pane, plan, left }: Stopped): string {
  return `left ${plan.name} in ${named(mux, pane)}: ${left}`;
}

function named(mux: Mux, pane: Pane): string {
  return `${pane.id} of ${pane.window.links[0]?.session.name ?? "no session"} (${serverName(mux)})`;
}
