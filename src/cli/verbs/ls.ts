import { age } from "../age.ts";
import {
  describeTree,
  type PaneDescription,
  type ServerDescription,
  type SessionDescription,
  type TreeDescription,
  type WindowDescription,
} from "../describe-tree.ts";
import { onlyOrphans } from "../orphans.ts";
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
  examples: [
    ["mullion ls", "a tree for people"],
    ["mullion ls --json", "the same for programs"],
  ],
  run({ context, invocation, options, print }) {
    const whole = describeTree(context);
    const tree = options.orphans ? onlyOrphans(whole) : whole;
    if (options.json) print(JSON.stringify(tree));
    else print(drawTree(tree, invocation.environment.get("HOME"), Date.now()).join("\n"));
  },
});

export function drawTree(tree: TreeDescription, home: string | undefined, now: number): string[] {
  const short = (path: string) => shorten(path, home);
  const lines = tree.servers
    .filter(({ sessions }) => sessions.length > 0)
    .flatMap((server) => drawServer(server, short, now));
  const warnings = tree.warnings.map(({ pane, server, text }) => {
    const where = pane === undefined ? "" : ` (${server} ${pane})`;
    return `warning${where}: ${text}`;
  });
  return lines.length === 0 ? ["No sessions.", ...warnings] : [...lines, ...warnings];
}

type Shorten = (path: string) => string;

function drawServer(server: ServerDescription, short: Shorten, now: number): string[] {
  return [
    `${server.name}  ${server.socket}`,
    ...server.sessions.flatMap((session) => drawSession(session, short, now)),
  ];
}

function drawSession(session: SessionDescription, short: Shorten, now: number): string[] {
  const attached = session.attached > 0 ? ", attached" : "";
  return [
    `  ${session.name}  ${short(session.cwd)}, ${age(session.created, now)}${attached}`,
    ...session.windows.flatMap((window) => drawWindow(window, short)),
  ];
}

function drawWindow(window: WindowDescription, short: Shorten): string[] {
  const mark = window.active ? "*" : "";
  const rows = window.panes.map((pane) => [pane.id, state(pane), pane.command, short(pane.cwd)]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return [
    `    ${window.index}:${window.name}${mark}  ${window.cols}x${window.rows}`,
    ...rows.map((row) => `      ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`),
  ];
}

function state({ state, exit }: PaneDescription): string {
  if (state === "running") return "running";
  if (exit?.signal !== undefined && exit.signal !== 0) return `ended by signal ${exit.signal}`;
  return `ended with ${exit?.status ?? "?"}`;
}

function shorten(path: string, home: string | undefined): string {
  if (home === undefined || home === "") return path;
  if (path === home) return "~";
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
