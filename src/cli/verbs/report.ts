import { AGENT_STATES } from "../../core/agent/agent-state.ts";
import type { NewReport } from "../../core/agent/evidence.ts";
import { KNOWN_AGENTS } from "../../core/agent/known/known-agents.ts";
import { inOneLine, MAX_SESSION, readHook } from "../../core/agent/known/read-hook.ts";
import { reporterAmong } from "../../core/agent/reporter.ts";
import type { Mux } from "../../core/mux.ts";
import type { Pane } from "../../core/tree/tree.ts";
import { ancestorsUpTo } from "../../processes/ancestors.ts";
import { argumentsOf } from "../../processes/process-table.ts";
import type { CliContext } from "../context.ts";
import { UsageError } from "../exit-status.ts";
import { findPane } from "../find-pane.ts";
import { defineHotVerb, type HotCall } from "../verb.ts";

const INTEGRATED = KNOWN_AGENTS.filter(({ integration }) => integration).map(({ name }) => name);

export const report = defineHotVerb({
  name: "report",
  summary: "report the state of the agent in this pane, from its hooks",
  operands: "[STATE]",
  count: [0, 1],
  completes: AGENT_STATES,
  options: {
    question: { value: "TEXT", summary: "what the agent asks" },
    session: { value: "ID", summary: "the agent's id of its conversation, with which it resumes" },
    agent: { value: "NAME", summary: "name of the agent" },
    hook: {
      value: "AGENT",
      completes: INTEGRATED,
      summary: `read the JSON of a hook of ${INTEGRATED.join(", ")} from standard input`,
    },
    pane: { value: "PANE", completes: "target", summary: "another pane than the one this runs in" },
  },
  notes: [
    `A state is ${AGENT_STATES.join(", ")}. It holds until the next report, until a key is typed into the pane, or until the agent ends or another program has the terminal.`,
    "The exit status is always 0, and nothing is printed on standard output: a hook must not disturb its agent. Outside a pane, and without a daemon, report does nothing. It gives up after a second.",
  ],
  examples: [
    ["mullion report working", "in a hook that runs when the agent starts to work"],
    ["mullion report waiting --question 'Run rm -r build?'", "the agent asks"],
    ["mullion report --hook claude", "as mullion integrate claude sets it up"],
  ],
  neverFails: true,
  async run(call) {
    const { context, invocation, options } = call;
    const found = ownPane(context, invocation.environment, options.pane);
    const said =
      options.hook === undefined ? fromWords(call.operands[0], options) : await fromHook(call, options.hook);
    if (!found || !said) return;
    const { mux, pane } = found;
    // Without /proc only the holder knows which program has the terminal now.
    if (!pane.process?.foreground()?.argv) await context.live(pane).server.inputOf(pane.id);
    mux.paneReported(pane, { ...said, ...reporterIn(pane, invocation.pid, said.agent) });
  },
});

/** The pane that the caller runs in. Undefined outside Mullion: a real tmux sets the same variables. */
function ownPane(
  context: CliContext,
  environment: ReadonlyMap<string, string>,
  given: string | undefined,
): { mux: Mux; pane: Pane } | undefined {
  const socketPath = environment.get("TMUX")?.split(",")[0];
  if (given !== undefined) return findPane(context, given, socketPath);
  const mux = context.servers().find(({ server }) => server.socketPath === socketPath);
  const pane = [...(mux?.server.panes.values() ?? [])].find(({ id }) => id === environment.get("TMUX_PANE"));
  return mux && pane && { mux, pane };
}

/** The agent's process, if the hook that calls has one in the pane. */
function reporterIn({ process }: Pane, caller: number, agent: string | undefined): Pick<NewReport, "by"> {
  const ancestors = process && ancestorsUpTo(caller, process.pid);
  const by = reporterAmong(
    (ancestors ?? []).map((pid) => ({ pid, argv: argumentsOf(pid) })),
    agent,
  );
  return by ? { by } : {};
}

type ReportOptions = Readonly<Record<"question" | "session" | "agent", string | undefined>>;

function fromWords(word: string | undefined, { question, session, agent }: ReportOptions): NewReport {
  const state = AGENT_STATES.find((each) => each === word);
  if (word === undefined) throw new UsageError(`report needs a state: ${AGENT_STATES.join(", ")}`);
  if (!state) throw new UsageError(`a state is ${AGENT_STATES.join(", ")}, not ${JSON.stringify(word)}`);
  if ([session, agent].some((name = "") => name.length > MAX_SESSION))
    throw new UsageError(`an id of a conversation and a name have at most ${MAX_SESSION} characters`);
  return {
    state,
    ...(question !== undefined && { question: inOneLine(question) }),
    ...(session !== undefined && { session, opensSession: true }),
    ...(agent !== undefined && { agent }),
  };
}

async function fromHook(
  { invocation, operands }: Pick<HotCall, "invocation" | "operands">,
  name: string,
): Promise<NewReport | undefined> {
  const agent = KNOWN_AGENTS.find((each) => each.name === name && each.integration);
  if (!agent) throw new UsageError(`--hook is one of ${INTEGRATED.join(", ")}, not ${name}`);
  if (operands.length > 0) throw new UsageError("--hook reads the state from standard input: give no STATE");
  if (invocation.tty.stdin) throw new UsageError("--hook reads standard input, which is a terminal");
  const text = Buffer.from(await invocation.stdin.read()).toString();
  try {
    return readHook(agent, JSON.parse(text));
  } catch {
    throw new UsageError("standard input is not JSON");
  }
}
