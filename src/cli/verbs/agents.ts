import { legible } from "../../core/text/legible.ts";
import { listedAgent } from "../../panes/agents.ts";
import { drawAgents } from "../agents/agent-lines.ts";
import {
  AGENT_SORT_OPTION,
  AGENT_STATE_OPTION,
  parseAgentSort,
  parseAgentState,
} from "../agents/agent-options.ts";
import { type AgentRow, type AgentSelection, agentRows, selectAgents } from "../agents/agent-rows.ts";
import { AgentsScreen } from "../agents/agents-screen.ts";
import { AgentsView } from "../agents/agents-view.ts";
import { finishJump } from "../agents/jump.ts";
import { agentsOfHost, lookAtHosts } from "../hosts/span-hosts.ts";
import { ALL_HOSTS_OPTION, defineHotVerb, HOST_OPTION, JSON_OPTION } from "../verb.ts";

export const agents = defineHotVerb({
  name: "agents",
  summary: "show who works, who waits and who is done, and answer",
  operands: "[TEXT]",
  count: [0, 1],
  host: { option: "host", reads: "terminal" },
  options: {
    state: AGENT_STATE_OPTION,
    sort: AGENT_SORT_OPTION,
    all: { short: "a", summary: "every pane, not only agents and panes that wait" },
    plain: { summary: "print the list once, also on a terminal" },
    host: HOST_OPTION,
    "all-hosts": ALL_HOSTS_OPTION,
    json: JSON_OPTION,
  },
  notes: [
    "One line for each agent of every server, those that wait first, the longest wait at the top: state, how long, name, the question, and the last line on its screen. TEXT finds agents by any of these.",
    "An agent is a pane whose program Mullion knows (Claude Code, Codex, …), that mullion run or spawn_agent started, that has metadata, or that reports its state; a pane that waits is listed too.",
    "On a terminal the list is live. Up, Down, the wheel and a click select; Enter or a double click opens the pane. y and n answer with that letter, a digit begins a number, t begins a line of text; Enter sends it. The answer is typed only if the agent still asks what the list shows. / searches, f filters by state, s sorts, a shows every pane, q leaves.",
    "With --all-hosts the agents of every host are in the same list, with the host's name before theirs, and the list is live over all of them. The last known agents of a host that is cut off are dim. In the JSON each agent has its host, and failed_hosts has the reason and the last known agents of each host that does not answer.",
    "In a pane or a popup, opening a pane shows it on the terminal around it. Ctrl-b A opens the list in a popup.",
  ],
  examples: [
    ["mullion agents", "until q"],
    ["mullion agents --state waiting --json", "the questions, for a program"],
    ["mullion agents --plain review", "agents with review in their name, question or last line"],
  ],
  async run(call) {
    const { options, operands, invocation, context, print, terminal } = call;
    const selection: AgentSelection = {
      all: options.all,
      states: options.state.map(parseAgentState),
      sort: parseAgentSort(options.sort ?? "state"),
      search: operands[0] ?? "",
    };
    const { tty, environment } = invocation;
    const isTerminal = tty.stdin && tty.stdout && environment.get("TERM") !== "dumb";
    const isSpanning = options["all-hosts"];
    if (isTerminal && !options.plain && !options.json) {
      const screen = new AgentsScreen(call, new AgentsView(selection), { hosts: isSpanning });
      await finishJump(call, await screen.show());
      return;
    }
    const hosts = isSpanning ? await lookAtHosts(call) : [];
    const failed = hosts.filter(({ error }) => error !== undefined);
    if (options.json) {
      const here = agentRows(context.servers());
      const there = hosts.filter((host) => !failed.includes(host)).flatMap(agentsOfHost);
      const agents = selectAgents([...here, ...there], selection).map(agentJson);
      const failures = failed.map((host) => ({
        ...{ name: host.name, error: host.error },
        ...(host.known && { last: selectAgents(agentsOfHost(host), selection).map(agentJson) }),
      }));
      print(JSON.stringify({ agents, ...(isSpanning && { failed_hosts: failures }) }));
      return;
    }
    const rows = [...agentRows(context.servers()), ...hosts.flatMap(agentsOfHost)];
    const found = selectAgents(rows, selection);
    const troubles = failed.map(({ error }) => terminal.paint.red(legible(error ?? "")));
    const lines = [...(found.length > 0 ? drawAgents(found, call) : []), ...troubles];
    if (lines.length > 0) print(lines.join("\n"));
  },
});

/** An agent of a host carries the host's name as we know it, whatever the host says. */
function agentJson({ at, standing }: AgentRow): object {
  return at.kind === "here" ? listedAgent({ pane: at.pane, standing }) : { ...at.listed, host: at.host };
}
