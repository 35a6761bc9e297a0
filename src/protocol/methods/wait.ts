import { z } from "zod";
import { contextId, exitCode, offset, signal, since2, timeoutMs } from "../common.ts";
import { DEFAULT_WAIT_MS } from "../default-wait.ts";
import { defineMethod } from "../define-method.ts";
import { agentState } from "../pane.ts";

const condition = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("exit") }).describe("Its process has ended."),
  z
    .object({ kind: z.literal("text"), text: z.string().min(1).max(4096) })
    .describe("This text stands on the screen, or was printed since."),
  z
    .object({ kind: z.literal("regex"), pattern: z.string().min(1).max(1024) })
    .describe("A line matches this POSIX extended regular expression."),
  z
    .object({ kind: z.literal("idle"), idle_ms: z.int().min(1).max(86_400_000) })
    .describe("Nothing was printed for so long."),
  z
    .object({ kind: z.literal("prompt") })
    .describe("Its shell waits at a prompt (OSC 133, which our shell integration marks)."),
  z
    .object({ kind: z.literal("state"), state: agentState })
    .describe("Its program is in this state, by the rules of docs/agents.md.")
    .meta(since2),
  z
    .object({ kind: z.literal("states"), states: z.array(agentState).min(1).max(5) })
    .describe("Its program is in one of these states.")
    .meta(since2),
]);

export const wait = defineMethod({
  name: "mullion.wait",
  since: 1,
  doc: "Answered when a condition holds, when the context exits, or when the time is over: the outcome says which. Nothing is polled.",
  params: z.object({
    context_id: contextId,
    until: condition,
    timeout_ms: timeoutMs.default(DEFAULT_WAIT_MS),
    since: offset
      .optional()
      .describe(
        "Text and regex: what was printed before this offset does not count, nor what stands on the screen.",
      ),
  }),
  result: z.object({
    outcome: z.enum(["met", "exited", "timed-out"]),
    offset,
    text: z.string().optional().describe("Text and regex: the line that matched."),
    state: agentState.optional().describe("The state that its program has reached.").meta(since2),
    exit_code: exitCode.optional(),
    signal: signal.optional(),
  }),
  errors: ["no-such-context", "no-terminal", "bad-regex"],
});
