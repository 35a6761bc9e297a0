import { listedAgent } from "../../panes/agents.ts";
import { drawAgents } from "../agents/agent-lines.ts";
import {
  AGENT_SORT_OPTION,
  AGENT_STATE_OPTION,
  parseAgentSort,
  parseAgentState,
} from "../agents/agent-options.ts";
import { type AgentSelection, agentRows, selectAgents } from "../agents/agent-rows.ts";
import { AgentsScreen } from "../agents/agents-screen.ts";
import { AgentsView } from "../agents/agents-view.ts";
import { finishJump } from "../agents/jump.ts";
import { UsageError } from "../exit-status.ts";
import { drawHosts, hostData, spanHosts } from "../span-hosts.ts";
import { ALL_HOSTS_OPTION, defineHotVerb, HOST_OPTION, type HotCall, JSON_OPTION } from "../verb.ts";

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
    "With --all-hosts the agents of every host follow, once, below its name; in the JSON each has its host, and failed_hosts says why one is missing.",
    "In a pane or a popup, opening a pane shows it on the terminal around it. Ctrl-b A opens the list in a popup.",
  ],
  examples: [
    ["mullion agents", "until q"],
    ["mullion agents --state waiting --json", "the questions, for a program"],
    ["mullion agents --plain review", "agents with review in their name, question or last line"],
  ],
  async run(call) {
    const { options, operands, invocation, context, print } = call;
    const selection: AgentSelection = {
      all: options.all,
      states: options.state.map(parseAgentState),
      sort: parseAgentSort(options.sort ?? "state"),
      search: operands[0] ?? "",
    };
    const { tty, environment } = invocation;
    const isTerminal = tty.stdin && tty.stdout && environment.get("TERM") !== "dumb";
    if (isTerminal && !options.plain && !options.json && !options["all-hosts"]) {
      const jump = await new AgentsScreen(call, new AgentsView(selection)).show();
      await finishJump(call, jump);
      return;
    }
    const found = selectAgents(agentRows(context.servers()), selection);
    const elsewhere = options["all-hosts"] ? await spanHosts(call, agentsThere(call)) : [];
    if (options.json) {
      const hosts = hostData(elsewhere, agentsOfHost);
      const theirs = hosts.flatMap((host) => ("data" in host ? host.data : []));
      const failed = hosts.filter((host) => "error" in host);
      const spanning = options["all-hosts"] && { failed_hosts: failed };
      print(JSON.stringify({ agents: [...found.map(listedAgent), ...theirs], ...spanning }));
      return;
    }
    const lines = [...(found.length > 0 ? drawAgents(found, call) : []), ...drawHosts(elsewhere, call)];
    if (lines.length > 0) print(lines.join("\n"));
  },
});

/** The same call for a host. */
function agentsThere({ options, operands }: HotCall): string[] {
  const states = [options.state].flat().map((each) => `--state=${each}`);
  const order = options.sort === undefined ? [] : [`--sort=${options.sort}`];
  const switches = ["all", "json"].filter((name) => options[name]).map((name) => `--${name}`);
  return ["agents", "--plain", ...states, ...order, ...switches, "--", ...operands];
}

/** Each agent carries the name of its host as we know it, whatever the host says. */
function agentsOfHost(value: unknown, host: string): readonly object[] {
  const { agents } = value as { readonly agents?: unknown };
  if (!Array.isArray(agents)) throw new UsageError("no agents");
  return agents.map((agent: object) => ({ ...agent, host }));
}
