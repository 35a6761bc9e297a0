import { legible, legibleData } from "../../core/text/legible.ts";
import { columns, type TableCell } from "../columns.ts";
import {
  describeTree,
  type PaneDescription,
  type ServerDescription,
  type SessionDescription,
  type TreeDescription,
  type WindowDescription,
} from "../describe-tree.ts";
import { onlyOrphans } from "../orphans.ts";
import { age, bytesText, percentText } from "../quantities.ts";
import type { Paint } from "../terminal.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const ls = defineHotVerb({
  name: "ls",
  summary: "show every server, session, window and pane",
  operands: "",
  count: [0, 0],
  options: {
    orphans: { summary: "only what was left by orchestrators that are gone: see mullion gc" },
    json: JSON_OPTION,
  },
  notes: [
    "Each pane with its state (working, waiting for somebody, done, failed: mullion explain says why), how much of a processor and of the memory its processes take together, what is in front in it, and where. The numbers are those of now: the first look takes a tenth of a second.",
  ],
  examples: [
    ["mullion ls", "a tree for people"],
    ["mullion ls --json", "the same for programs"],
  ],
  async run({ context, invocation, options, print, terminal: { paint } }) {
    const whole = await describeTree(context);
    const tree = options.orphans ? onlyOrphans(whole) : whole;
    const home = legible(invocation.environment.get("HOME") ?? "");
    if (options.json) print(JSON.stringify(tree));
    else {
      print(drawTree(tree, { home, now: Date.now(), paint }).join("\n"));
      context.warningsSeen();
    }
  },
});

interface Drawing {
  /** Home directory of the caller; empty if HOME is unset. */
  readonly home: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly paint: Paint;
}

export function drawTree(exact: TreeDescription, drawing: Drawing): string[] {
  const tree = legibleData(exact);
  const lines = tree.servers
    .filter(({ sessions }) => sessions.length > 0)
    .flatMap((server) => drawServer(server, drawing));
  const unseen = tree.warnings.filter(({ seen }) => !seen);
  const warnings = unseen.map(({ pane, server, text }) => {
    const where = pane === undefined ? "" : ` (${server} ${pane})`;
    return drawing.paint.yellow(`warning${where}: ${text}`);
  });
  return lines.length === 0 ? ["No sessions.", ...warnings] : [...lines, ...warnings];
}

function drawServer(server: ServerDescription, drawing: Drawing): string[] {
  return [
    `${drawing.paint.bold(server.name)}  ${drawing.paint.dim(server.socket)}`,
    ...server.sessions.flatMap((session) => drawSession(session, drawing)),
  ];
}

function drawSession(session: SessionDescription, drawing: Drawing): string[] {
  const { paint, home, now } = drawing;
  const attached = session.attached > 0 ? ", attached" : "";
  return [
    `  ${paint.blue(session.name)}  ${shorten(session.cwd, home)}, ${age(session.created, now)}${attached}`,
    ...session.windows.flatMap((window) => drawWindow(window, drawing)),
  ];
}

function drawWindow(window: WindowDescription, drawing: Drawing): string[] {
  const mark = window.active ? "*" : "";
  return [
    `    ${window.index}:${window.name}${mark}  ${window.cols}x${window.rows}`,
    ...columns(window.panes.map((pane) => drawPane(pane, drawing))).map((line) => `      ${line}`),
  ];
}

function drawPane(pane: PaneDescription, { home, paint }: Drawing): TableCell[] {
  return [
    { text: pane.id },
    { text: state(pane), paint: paintOfState(pane, paint) },
    { text: pane.cpu === null ? "" : percentText(pane.cpu), right: true },
    { text: pane.memory === null ? "" : bytesText(pane.memory), right: true },
    { text: pane.command },
    { text: shorten(pane.cwd, home), paint: paint.dim },
  ];
}

const STATE_COLOURS = {
  working: "green",
  waiting: "yellow",
  idle: "dim",
  done: "dim",
  failed: "red",
} as const;

/** State of a running program, or how an ended one ended. */
export function state({ state, agent, exit }: PaneDescription): string {
  if (state === "running") return agent.state;
  if (exit?.signal !== undefined && exit.signal !== 0) return `ended by signal ${exit.signal}`;
  return `ended with ${exit?.status ?? "?"}`;
}

export function paintOfState(
  { state, agent, exit }: PaneDescription,
  paint: Paint,
): (text: string) => string {
  if (state === "running") return paint[STATE_COLOURS[agent.state]];
  return exit?.status === 0 ? paint.dim : paint.red;
}

function shorten(path: string, home: string): string {
  if (home === "") return path;
  if (path === home) return "~";
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
