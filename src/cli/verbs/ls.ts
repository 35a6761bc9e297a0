import { hostname } from "node:os";
import type { AgentState } from "../../core/agent/agent-state.ts";
import { legible, legibleData } from "../../core/text/legible.ts";
import { drawAgents } from "../agents/agent-lines.ts";
import {
  AGENT_SORT_OPTION,
  AGENT_STATE_OPTION,
  parseAgentSort,
  parseAgentState,
} from "../agents/agent-options.ts";
import { type AgentSort, agentRows, selectAgents } from "../agents/agent-rows.ts";
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
import { onlyOrphans, onlyPanes } from "../orphans.ts";
import { age, bytesText, percentText } from "../quantities.ts";
import { drawHosts, hostData, spanHosts } from "../span-hosts.ts";
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
    "With --all-hosts the panes of every host follow (mullion host). A host that does not answer within 5 seconds is named with the reason, and delays no other; its JSON has an error in place of data.",
    "With --sort the lines of all servers are in one list, without the sessions around them; in a program, sort what --json prints.",
  ],
  examples: [
    ["mullion ls", "a tree for people"],
    ["mullion ls --state waiting --state failed", "only panes that need a person"],
    ["mullion ls --json", "the same for programs"],
  ],
  async run(call) {
    const { context, invocation, options, print, terminal } = call;
    const { tty } = invocation;
    const states = options.state.map(parseAgentState);
    const elsewhere = options["all-hosts"] ? await spanHosts(call, lsThere(options)) : [];
    if (options.sort !== undefined) {
      if (options.json || options.orphans) throw new UsageError("--sort is for lines of all panes");
      print(
        [drawSorted(call, states, parseAgentSort(options.sort)), ...drawHosts(elsewhere, call)].join("\n"),
      );
      return;
    }
    const whole = await describeTree(context);
    const isWanted = ({ agent }: PaneDescription) => states.length === 0 || states.includes(agent.state);
    const tree = onlyPanes(options.orphans ? onlyOrphans(whole) : whole, isWanted);
    const home = legible(invocation.environment.get("HOME") ?? "");
    const hosts = hostData(elsewhere, treeOfHost);
    if (options.json) print(JSON.stringify(options["all-hosts"] ? { ...tree, hosts } : tree));
    else {
      const here = drawTree(tree, { home, now: Date.now(), paint: terminal.paint });
      const lines = [...here, ...drawHosts(elsewhere, call)];
      print((tty.stdout ? clip(lines, { cols: tty.size.cols, rows: lines.length }) : lines).join("\n"));
      context.warningsSeen();
    }
  },
});

/** The same call for a host. */
function lsThere(options: Record<"state" | "sort" | "json" | "orphans", unknown>): string[] {
  const { state, sort, json, orphans } = options;
  const states = [state].flat().map((each) => `--state=${each}`);
  const order = sort === undefined ? [] : [`--sort=${sort}`];
  return ["ls", ...states, ...order, ...(json ? ["--json"] : []), ...(orphans ? ["--orphans"] : [])];
}

/** Exact data of a host, as --json gives it, if it has the form. */
function treeOfHost(value: unknown): unknown {
  const { servers, warnings } = value as Partial<TreeDescription>;
  if (!Array.isArray(servers) || !Array.isArray(warnings)) throw new UsageError("no tree");
  return value;
}

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

/** Every pane in one list. */
function drawSorted(call: HotCall, states: readonly AgentState[], sort: AgentSort): string {
  const { context } = call;
  const found = selectAgents(agentRows(context.servers()), { all: true, states, sort });
  return found.length === 0 ? "No panes." : drawAgents(found, call).join("\n");
}

function drawPane(pane: PaneDescription, { now, paint }: Drawing): TableCell[] {
  return [
    { text: pane.id },
    { text: state(pane), paint: paintOfState(pane, paint) },
    { text: age(pane.agent.since, now), right: true },
    { text: pane.cpu === null ? "" : percentText(pane.cpu), right: true },
    { text: pane.memory === null ? "" : bytesText(pane.memory), right: true },
    { text: cut(labelOf(pane), MOST_LABEL_COLS) },
    { text: pane.lastLine, paint: paint.dim },
  ];
}

const MOST_LABEL_COLS = 24;

/** The name that was given to the pane, the title that its program gave it, or its program. */
function labelOf({ metadata, title, command }: PaneDescription): string {
  return metadata.name || (title !== "" && title !== hostname() ? title : command);
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
