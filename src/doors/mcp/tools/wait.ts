import { z } from "zod";
import type { ParamsInput, Result } from "../../../client/index.ts";
import { agentState } from "../../../protocol/pane.ts";
import { cursor, defineTool, paneId, paneName, type ToolCall } from "../define-tool.ts";
import { entryOf, short } from "../pane-entry.ts";
import { McpRefusal } from "../refusal.ts";
import type { McpScope } from "../scope.ts";

type Condition = ParamsInput<"mullion.wait">["until"];

const MAX_PANES = 64;
const MAX_SECONDS = 600;
/** Shorter than the minute after which many clients give up a request. */
const DEFAULT_SECONDS = 45;
const MAX_LINE = 2_000;

const input = z.strictObject({
  pane: z
    .union([paneName, z.array(paneName).min(1).max(MAX_PANES)])
    .describe("One pane, or several: the first that fulfils the condition ends the wait."),
  until: z
    .enum(["exit", "text", "regex", "prompt", "idle", "state"])
    .describe(
      "exit: the program ends. text, regex: a line contains it (on the screen, or printed after since). prompt: the shell is at its prompt. idle: nothing was printed for idle_seconds. state: the program is in one of states.",
    ),
  text: z.string().min(1).max(4096).optional().describe("For until text."),
  regex: z.string().min(1).max(1024).optional().describe("For until regex: POSIX extended."),
  states: z.array(agentState).min(1).max(5).optional().describe("For until state."),
  idle_seconds: z.number().min(0.1).max(3600).default(2).describe("For until idle."),
  since: cursor.optional().describe("For text and regex: only what was printed after this cursor counts."),
  timeout_seconds: z.number().min(0).max(MAX_SECONDS).default(DEFAULT_SECONDS),
});

const output = z.object({
  outcome: z
    .enum(["met", "exited", "timed_out"])
    .describe("exited: the program ended first. timed_out: the condition does not hold yet."),
  id: paneId.optional().describe("The pane that ended the wait."),
  cursor: cursor.optional(),
  line: z.string().optional().describe("The line that matched."),
  exit_code: z.int().optional(),
  signal: z.string().optional(),
  state: agentState.optional().describe("The state now."),
  question: z.string().optional(),
  since: z.int().optional().describe("When it entered the state; answer needs it."),
});

type Waited = z.infer<typeof output>;

export const wait = defineTool({
  name: "wait",
  title: "Wait for a pane",
  description:
    "Waits until something is so in a pane, and costs nothing while it waits: use it instead of reading again and again. After send_text give its cursor as since, so that an older line does not count. If the outcome is timed_out, call it again.",
  effect: "looks",
  input,
  output,
  async run(given, call) {
    const names = [given.pane].flat();
    const targets = await Promise.all(names.map((name) => call.scope.find(name)));
    const ids = [...new Set(targets.map(({ contextId }) => contextId))];
    const waited = await first(ids, conditionOf(given), given, call);
    return { text: sentence(waited), result: waited };
  },
});

function conditionOf(given: z.output<typeof input>): Condition {
  const { until, text, regex, states, idle_seconds } = given;
  const missing = (name: string) => new McpRefusal(`until ${until} needs ${name}`);
  switch (until) {
    case "text":
      if (text === undefined) throw missing("text");
      return { kind: "text", text };
    case "regex":
      if (regex === undefined) throw missing("regex");
      return { kind: "regex", pattern: regex };
    case "state":
      if (!states) throw missing('states, such as ["waiting", "done", "failed"]');
      return { kind: "states", states };
    case "idle":
      return { kind: "idle", idle_ms: Math.round(idle_seconds * 1000) };
    default:
      return { kind: until };
  }
}

/** Waits for every pane at once; the first answer other than a time-out ends all of them. */
async function first(
  ids: readonly string[],
  until: Condition,
  { since, timeout_seconds }: z.output<typeof input>,
  { scope, signal }: ToolCall,
): Promise<Waited> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const timeout_ms = Math.round(timeout_seconds * 1000);
  const waits = ids.map(async (context_id) => {
    const params = { context_id, until, timeout_ms, ...(since !== undefined && { since }) };
    const answer = await scope.link.call("mullion.wait", params, { signal: either });
    return { context_id, answer };
  });
  try {
    const { context_id, answer } = await firstDecided(waits);
    return await described(context_id, answer, ids.length === 1, scope);
  } finally {
    over.abort();
    void Promise.allSettled(waits);
  }
}

type Answered = { readonly context_id: string; readonly answer: Result<"mullion.wait"> };

/** The first answer other than a time-out, or the last one. */
function firstDecided(waits: readonly Promise<Answered>[]): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let left = waits.length;
    for (const wait of waits)
      wait.then((answered) => {
        left -= 1;
        if (answered.answer.outcome !== "timed-out" || left === 0) resolve(answered);
      }, reject);
  });
}

async function described(
  id: string,
  { outcome, offset, text, exit_code, signal }: Result<"mullion.wait">,
  only: boolean,
  scope: McpScope,
): Promise<Waited> {
  if (outcome === "timed-out" && !only) return { outcome: "timed_out" };
  const { pane } = await scope.find(id);
  const { state, question, since } = pane ? entryOf(pane) : {};
  return {
    outcome: outcome === "timed-out" ? "timed_out" : outcome,
    id,
    cursor: offset,
    ...(text !== undefined && { line: text.slice(0, MAX_LINE) }),
    ...(exit_code !== undefined && { exit_code }),
    ...(signal !== undefined && { signal }),
    ...(state !== undefined && { state }),
    ...(question !== undefined && { question }),
    ...(since !== undefined && { since }),
  };
}

function sentence({ outcome, id, line, exit_code, signal, state, question }: Waited): string {
  const asks = question === undefined ? "" : ` It asks: ${short(question)}`;
  const ended = signal === undefined ? `with status ${exit_code}` : `by ${signal}`;
  if (outcome === "timed_out")
    return `Not yet${id ? ` in ${id}` : ""}${state ? `, which is ${state}` : ""}.${asks} Call wait again.`;
  if (exit_code !== undefined)
    return `${id} has ended ${ended}.${line === undefined ? "" : ` ${short(line)}`}`;
  if (line !== undefined) return `${id} printed: ${short(line)}`;
  return `${id}: it is so${state ? `, and it is ${state}` : ""}.${asks}`;
}
