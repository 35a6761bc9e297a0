import { z } from "zod";
import { cursor, defineTool, paneId, paneName } from "../define-tool.ts";

export const MAX_TYPED = 64 * 1024;

export const sendText = defineTool({
  name: "send_text",
  title: "Type text into a pane",
  description:
    "Types a text into a pane and, with submit, presses Enter once the program has read the text. Read the pane first, and answer only the question that you saw: give the cursor of that read as if_unchanged_since, and nothing is typed if the pane has printed something since. Then use wait with the cursor of this answer.",
  effect: "types",
  input: z.strictObject({
    pane: paneName,
    text: z.string().max(MAX_TYPED),
    submit: z.boolean().default(false).describe("Press Enter after the text."),
    clear: z.boolean().default(false).describe("Discard first what stands in the line (C-u)."),
    if_unchanged_since: cursor
      .optional()
      .describe("The cursor of your last read: rejects the text if it is out of date."),
  }),
  output: z.object({
    id: paneId,
    submitted: z.boolean(),
    cursor: cursor.describe("Before the text: wait and read with since look only at what came after."),
  }),
  async run({ pane, text, submit, clear, if_unchanged_since: seen }, { scope, signal }) {
    const { contextId } = await scope.findOther(pane, "type into");
    const params = {
      context_id: contextId,
      text,
      submit,
      clear,
      ready_ms: 1_000,
      ...(seen !== undefined && { if_unchanged_since: seen }),
    };
    const { submitted, offset } = await scope.link.call("mullion.send_text", params, { signal });
    return {
      text: `Typed into ${contextId}${submitted ? " and pressed Enter" : ""}. Wait for the answer with since ${offset}.`,
      result: { id: contextId, submitted, cursor: offset },
    };
  },
});
