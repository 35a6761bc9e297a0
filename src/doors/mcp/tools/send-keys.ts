import { z } from "zod";
import { cursor, defineTool, paneId, paneName } from "../define-tool.ts";

export const sendKeys = defineTool({
  name: "send_keys",
  title: "Press keys in a pane",
  description:
    "Presses keys by tmux's names: Enter, Escape, Tab, BSpace, Up, Down, C-c, M-x, F5, PageUp; a single character is itself. For text use send_text. Read the pane first: keys act on what it shows.",
  effect: "types",
  input: z.strictObject({
    pane: paneName,
    keys: z.array(z.string().min(1).max(64)).min(1).max(200),
  }),
  output: z.object({ id: paneId, cursor: cursor.describe("Before the first key.") }),
  async run({ pane, keys }, { scope, signal }) {
    const { contextId } = await scope.findOther(pane, "press keys in");
    const { offset } = await scope.link.call(
      "mullion.send_keys",
      { context_id: contextId, keys },
      { signal },
    );
    return {
      text: `Pressed ${keys.length === 1 ? keys[0] : `${keys.length} keys`} in ${contextId}. Wait for the answer with since ${offset}.`,
      result: { id: contextId, cursor: offset },
    };
  },
});
