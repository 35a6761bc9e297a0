import { z } from "zod";
import { contextId, offset } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const sendKeys = defineMethod({
  name: "mullion.send_keys",
  since: 1,
  capability: "mullion.send_keys",
  doc: "Presses keys by their tmux names (Enter, Escape, C-c, M-x, Up, F5 …; a single character is itself), encoded as the application's modes ask.",
  params: z.object({ context_id: contextId, keys: z.array(z.string().min(1).max(64)).min(1).max(1000) }),
  result: z.object({ offset: offset.describe("Before the first key was pressed.") }),
  errors: ["no-such-context", "context-exited", "no-terminal", "unknown-key"],
});
