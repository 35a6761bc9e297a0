import { hostname } from "node:os";
import { legible } from "../../core/text/legible.ts";
import { drawAgents } from "../agents/agent-lines.ts";
import {
  AGENT_SORT_OPTION,
  AGENT_STATE_OPTION,
  parseAgentSort,
  parseAgentState,
} from "../agents/agent-options.ts";
import { type AgentSelection, agentRows, selectAgents } from "../agents/agent-rows.ts";
import { columns, type TableCell } from "../columns.ts";
import { clip, cut } from "../cut-text.ts";
import {
  describeTree,
  type PaneDescription,
  type ServerDescription,
  type SessionDescription,
  type TreeDescription,
  type WindowDescription,
} from "../describe-tree.ts";
import { UsageError } from "../exit-status.ts";
import type { HostLook, KnownPanes } from "../hosts/host-view.ts";
import {
  agentsOfHost,
  drawHosts,
  hostJson,
  hostTrouble,
  lookAtHosts,
  treeOfHost,
} from "../hosts/span-hosts.ts";
import { onlyOrphans, onlyPanes } from "../orphans.ts";
import { age, bytesText, percentText } from "../quantities.ts";
import { type Paint, STATE_PAINTS } from "../terminal.ts";
import { ALL_HOSTS_OPTION, defineHotVerb, HOST_OPTION, type HotCall, JSON_OPTION } from "../verb.ts";

export const ls = defineHotVerb({
  name: "ls",
  summary: "show every server, session, window and pane",
  operands: "",
  count: [0, 0],
  host: { option: "host" },
  options: {
    state: AGENT_STATE_OPTION,
    sort: AGENT_SORT_OPTION,
    orphans: { summary: "only what was left by orchestrators that are gone: see mullion gc" },
    host: HOST_OPTION,
    "all-hosts": ALL_HOSTS_OPTION,
    json: JSON_OPTION,
  },
  notes: [
    "One line for each pane: its state (mullion explain says why) and for how long, how much of a processor and of the memory its processes take together, its name, its title or what runs in it, and the last line on its screen. The numbers are those of now: the first look takes a tenth of a second.",
    "With --all-hosts the panes of every host follow (mullion host), without processor and memory: see mullion top --all-hosts. A host that does not answer in time (a second; 5 for the first time) is named with the reason and shown dim as it was last known, and delays no other; in the JSON it has an error and last in place of data.",
    "With --sort the lines of all servers are in one list, without the sessions around them; in a program, sort what --json prints.",
  ],
  examples: [
    ["mullion ls", "a tree for people"],
    ["mullion ls --state waiting --state failed", "only panes that need a person"],
    ["mullion ls --all-hosts", "with the panes of every host"],
    ["mullion ls --json", "the same for programs"],
  ],
  async run(call) {
    const { context, invocation, options, print, terminal } = call;
    const { tty } = invocation;
    const states = options.state.map(parseAgentState);
    if (options.sort !== undefined && (options.json || options.orphans))
      throw new UsageError("--sort is for lines of all panes");
    const [elsewhere, whole] = await Promise.all([
      options["all-hosts"] ? lookAtHosts(call) : [],
      options.sort === undefined ? describeTree(context) : undefined,
    ]);
    if (options.sort !== undefined || !whole) {
      print(
        drawSorted(call, elsewhere, { all: true, states, sort: parseAgentSort(options.sort ?? "state") }),
      );
      return;
    }
    const isWanted = ({ agent }: PaneDescription) => states.length === 0 || states.includes(agent.state);
    const isWhole = states.length === 0 && !options.orphans;
    const wanted = (all: TreeDescription) => onlyPanes(options.orphans ? onlyOrphans(all) : all, isWanted);
    const wantedThere = (known: KnownPanes) => (isWhole ? treeOfHost(known) : wanted(treeOfHost(known)));
    const tree = wanted(whole);
    if (options.json) {
      const hosts = elsewhere.map((host) => hostJson(host, wantedThere));
      print(JSON.stringify(options["all-hosts"] ? { ...tree, hosts } : tree));
    } else {
      const drawing = { now: Date.now(), paint: terminal.paint };
      const here = drawTree(tree, { home: legible(invocation.environment.get("HOME") ?? ""), ...drawing });
      const there = await drawHosts(elsewhere, terminal.paint, (known) =>
        drawTree(wantedThere(known), { home: legible(known.tree.home), ...drawing }),
      );
      const lines = [...here, ...there];
      print((tty.stdout ? clip(lines, { cols: tty.size.cols, rows: lines.length }) : lines).join("\n"));
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

/** Draws foreign text as escapes, and only that: a list of many hosts has thousands of panes. */
export function drawTree(tree: TreeDescription, drawing: Drawing): string[] {
  const lines = tree.servers
    .filter(({ sessions }) => sessions.length > 0)
    .flatMap((server) => drawServer(server, drawing));
  const unseen = tree.warnings.filter(({ seen }) => !seen);
  const warnings = unseen.map(({ pane, server, text }) => {
    const where = pane === undefined ? "" : ` (${server} ${pane})`;
    return drawing.paint.yellow(legible(`warning${where}: ${text}`));
  });
  return lines.length === 0 ? ["No sessions.", ...warnings] : [...lines, ...warnings];
}

function drawServer(server: ServerDescription, drawing: Drawing): string[] {
  return [
    `${drawing.paint.bold(legible(server.name))}  ${drawing.paint.dim(legible(server.socket))}`,
    ...server.sessions.flatMap((session) => drawSession(session, drawing)),
  ];
}

function drawSession(session: SessionDescription, drawing: Drawing): string[] {
  const { paint, home, now } = drawing;
  const attached = session.attached > 0 ? ", attached" : "";
  return [
    `  ${paint.blue(legible(session.name))}  ${shorten(legible(session.cwd), home)}, ${age(session.created, now)}${attached}`,
    ...session.windows.flatMap((window) => drawWindow(window, drawing)),
  ];
}

function drawWindow(window: WindowDescription, drawing: Drawing): string[] {
  const mark = window.active ? "*" : "";
  return [
    `    ${window.index}:${legible(window.name)}${mark}  ${window.cols}x${window.rows}`,
    ...columns(window.panes.map((pane) => drawPane(pane, drawing))).map((line) => `      ${line}`),
  ];
}

/** Every pane of every machine in one list. */
function drawSorted(call: HotCall, hosts: readonly HostLook[], selection: AgentSelection): string {
  const { context, terminal } = call;
  const rows = [...agentRows(context.servers()), ...hosts.flatMap(agentsOfHost)];
  const found = selectAgents(rows, selection);
  const lines = found.length === 0 ? ["No panes."] : drawAgents(found, call);
  const trouble = hostTrouble(hosts);
  return [...lines, ...(trouble === "" ? [] : [terminal.paint.red(legible(trouble))])].join("\n");
}

function drawPane(pane: PaneDescription, { now, paint }: Drawing): TableCell[] {
  return [
    { text: pane.id },
    { text: state(pane), paint: paintOfState(pane, paint) },
    { text: age(pane.agent.since, now), right: true },
    { text: pane.cpu === null ? "" : percentText(pane.cpu), right: true },
    { text: pane.memory === null ? "" : bytesText(pane.memory), right: true },
    { text: cut(legible(labelOf(pane)), MOST_LABEL_COLS) },
    { text: legible(pane.lastLine), paint: paint.dim },
  ];
}

const MOST_LABEL_COLS = 24;

/** The name that was given to the pane, the title that its program gave it, or its program. */
function labelOf({ metadata, title, command }: PaneDescription): string {
  // A host may report a name that is no text.
  return String(metadata.name || "") || (title !== "" && title !== hostname() ? title : command);
}

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
  if (state === "running") return paint[STATE_PAINTS[agent.state]];
  return exit?.status === 0 ? paint.dim : paint.red;
}

function shorten(path: string, home: string): string {
  if (home === "") return path;
  if (path === home) return "~";
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
