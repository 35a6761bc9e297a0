import { z } from "zod";
import type { McpScope } from "./scope.ts";

/** One request, while it runs. */
export interface ToolCall {
  readonly scope: McpScope;
  /** See McpHost. */
  readonly cwd: string | undefined;
  /** Aborted when the client cancels the request or disconnects. */
  readonly signal: AbortSignal;
}

export interface ToolAnswer<R> {
  /** For people and for models that read text: a few lines. */
  readonly text: string;
  readonly result: R;
}

/** One tool as data and one function. */
export interface McpTool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** looks: changes nothing. types: changes a pane. ends: what it ends does not come back. */
  readonly effect: "looks" | "types" | "ends";
  readonly input: I;
  readonly output: O;
  run(given: z.output<I>, call: ToolCall): Promise<ToolAnswer<z.input<O>>>;
}

/** Hides the types of a tool's own arguments, so that all tools have one type outside. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(tool: McpTool<I, O>): McpTool {
  return { ...tool, run: (given, call) => tool.run(tool.input.parse(given) as z.output<I>, call) };
}

export const paneName = z
  .string()
  .min(1)
  .max(256)
  .describe(
    "A pane: its id in `list` (ctx_7), tmux's id (%3), its name, or a session with one pane; on another machine with its name before it (build/ctx_7).",
  );

export const cursor = z
  .int()
  .nonnegative()
  .describe("A position in the output of the pane, from the answer of an earlier call.");

export const paneId = z.string().describe("The pane's id, which is never used again for another pane.");

export const withHosts = z
  .boolean()
  .optional()
  .describe("Also panes on other machines; absent: those of your team, and with --all only this machine's.");
