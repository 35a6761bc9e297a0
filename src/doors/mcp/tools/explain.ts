import { z } from "zod";
import { agent } from "../../../protocol/pane.ts";
import { defineTool, paneId, paneName } from "../define-tool.ts";
import { short } from "../pane-entry.ts";
import { McpRefusal } from "../refusal.ts";

export const explain = defineTool({
  name: "explain",
  title: "Explain the state of a pane",
  description:
    "The state of the program in a pane and the evidence for it: which rule decided, with which confidence, since when, and the question of a program that waits.",
  effect: "looks",
  input: z.strictObject({ pane: paneName }),
  output: z.object({ id: paneId, ...agent.shape }),
  async run({ pane: name }, { scope }) {
    const { contextId, pane } = await scope.find(name);
    if (!pane?.agent) {
      await scope.offsetOf(contextId);
      throw new McpRefusal(
        `${contextId} has no program any more: read shows its last screen for ten minutes`,
      );
    }
    const { state, because, question } = pane.agent;
    const asks = question === undefined ? "" : ` It asks: ${short(question)}`;
    return {
      text: `${contextId} is ${state}: ${because}.${asks}`,
      result: { id: contextId, ...pane.agent },
    };
  },
});
