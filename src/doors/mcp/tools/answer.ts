import { z } from "zod";
import { defineTool, paneId, paneName } from "../define-tool.ts";
import { MAX_TYPED } from "./send-text.ts";

export const answer = defineTool({
  name: "answer",
  title: "Answer the question of a pane",
  description:
    "Answers the question that a waiting program asks: a key, a number or a text, with Enter if the program needs it; an empty text is Enter alone. Give the since of the question that you saw: if another one has answered it, or the program asks something else now, nothing is typed.",
  effect: "types",
  input: z.strictObject({
    pane: paneName,
    text: z.string().max(MAX_TYPED),
    since: z.int().describe("From `list`, `wait` or `explain`: since when the program has been waiting."),
  }),
  output: z.object({ id: paneId, answered: z.boolean() }),
  async run({ pane, text, since }, { scope, signal }) {
    const { contextId } = await scope.findOther(pane, "answer");
    const params = { context_id: contextId, text, since };
    await scope.link.call("mullion.answer", params, { signal });
    return { text: `Answered ${contextId}.`, result: { id: contextId, answered: true } };
  },
});
