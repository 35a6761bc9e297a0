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
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const agents = defineHotVerb({
  name: "agents",
  summary: "show who works, who waits and who is done, and answer",
  operands: "[TEXT]",
  count: [0, 1],
  options: {
    state: AGENT_STATE_OPTION,
    sort: AGENT_SORT_OPTION,
    all: { short: "a", summary: "every pane, not only agents and panes that wait" },
    plain: { summary: "print the list once, also on a terminal" },
    json: JSON_OPTION,
  },
  notes: [
    "One line for each agent of every server, those that wait first, the longest wait at the top: state, how long, name, the question, and the last line on its screen. TEXT finds agents by any of these.",
    "An agent is a pane whose program Mullion knows (Claude Code, Codex, …), that mullion run or spawn_agent started, that has metadata, or that reports its state; a pane that waits is listed too.",
    "On a terminal the list is live. Up, Down, the wheel and a click select; Enter or a double click opens the pane. y and n answer with that letter, a digit begins a number, t begins a line of text; Enter sends it. The answer is typed only if the agent still asks what the list shows. / searches, f filters by state, s sorts, a shows every pane, q leaves.",
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
    if (isTerminal && !options.plain && !options.json) {
      const jump = await new AgentsScreen(call, new AgentsView(selection)).show();
      await finishJump(call, jump);
      return;
    }
    const found = selectAgents(agentRows(context.servers()), selection);
    if (options.json) print(JSON.stringify({ agents: found.map(listedAgent) }));
    else if (found.length > 0) print(drawAgents(found, call).join("\n"));
  },
});
