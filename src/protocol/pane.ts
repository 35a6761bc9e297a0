import { z } from "zod";
import type { AgentState } from "../core/agent/agent-state.ts";
import { exitCode, metadata } from "./common.ts";

/**
 * A pane as every door describes it: `mullion ls --json`, `mullion.tree`, `mullion.agents`, the terminals of HTTP and the
 * library derive their shapes from this one. A door may rename a member, where its released shape has another name.
 */

const STATES = ["working", "waiting", "idle", "done", "failed"] as const satisfies readonly AgentState[];

export const agentState = z
  .enum(STATES)
  .describe("working, waiting for a person, idle, done, or failed: see docs/agents.md.");

export const agent = z
  .object({
    state: agentState,
    because: z.string().describe("The evidence that decided, as a clause: its shell is at the prompt."),
    rule: z
      .string()
      .describe(
        "The kind of that evidence, from the most to the least trusted: report, metadata, end, progress, attention, prompt, title, terminal, screen, quiet, none.",
      ),
    confidence: z.number().min(0).max(1),
    question: z.string().optional().describe("What a waiting program asks, if that is known."),
    since: z.int().describe("When the pane entered the state: milliseconds since the epoch."),
    unread: z.boolean().describe("The program is done or failed, and no person has seen the pane since."),
    program: z
      .string()
      .describe("The program in front by the name that people use, such as claude; empty if unknown."),
  })
  .describe("How the program in a pane is doing.");

export const pane = z.object({
  pane_id: z.string().describe("As tmux names it: %3."),
  title: z.string(),
  metadata,
  command: z.array(z.string()).describe("As it was started."),
  foreground: z.string().describe("The program in front now; empty where the system does not tell."),
  cwd: z.string().describe("Its directory now, or where it was started."),
  pid: z.int(),
  tty: z.string(),
  cols: z.int(),
  rows: z.int(),
  left: z.int(),
  top: z.int(),
  active: z.boolean(),
  exit_code: exitCode.optional().describe("Of a pane that is kept after its process ended."),
  agent,
});

export const choices = z
  .array(
    z.object({
      text: z.string().describe("What mullion.answer types for it."),
      label: z.string(),
    }),
  )
  .describe("The choices of the question that a waiting program asks, as far as its screen shows them.");

export type DescribedPane = z.infer<typeof pane>;
export type DescribedAgent = z.infer<typeof agent>;

/** What a list of agents calls a pane, and where it stands. */
export const panePlace = z.object({
  name: z
    .string()
    .describe(
      "The name given to the pane, else to its window or session if it is alone there, else its title or place.",
    ),
  is_agent: z
    .boolean()
    .describe(
      "Its program is an agent: started for its own sake, described with metadata, or known. A shell is none.",
    ),
  server: z.string().describe("Name of its tmux server: tmux -L <server>."),
  socket: z.string().describe("Of its tmux server."),
  session: z.string().describe("Name of the first session that shows its window."),
  window_id: z.string(),
  window_index: z.int(),
  window: z.string().describe("Name of its window."),
});

export type DescribedPlace = z.infer<typeof panePlace>;
