import { z } from "zod";
import { lastPart, textOf } from "../bounded-text.ts";
import { cursor, defineTool, paneId, paneName, type ToolCall } from "../define-tool.ts";
import type { Target } from "../scope.ts";

const MAX_LINES = 5_000;

const output = z.object({
  id: paneId,
  text: z.string(),
  cut: z.int().describe("Characters left out at the beginning, because the answer is bounded."),
  cursor: cursor.describe("Where this look ends: read and wait continue from here with since."),
  lost_bytes: z.int().optional().describe("With since: output that is no longer recorded."),
  cols: z.int().optional(),
  rows: z.int().optional(),
  cursor_x: z.int().optional().describe("Column of the terminal's cursor, from 0."),
  cursor_y: z.int().optional().describe("Row of the terminal's cursor, from 0."),
  alternate: z
    .boolean()
    .optional()
    .describe("A full-screen program has the screen: there is no history of it."),
});

type Reading = Omit<z.infer<typeof output>, "id" | "cut">;

export const read = defineTool({
  name: "read",
  title: "Read a pane",
  description:
    "The screen of a pane as text; with lines also what scrolled out of it; with since only what was printed after a cursor. Read a pane before you type into it. An exited pane can be read for ten minutes.",
  effect: "looks",
  input: z.strictObject({
    pane: paneName,
    lines: z.int().min(1).max(MAX_LINES).optional().describe("The last lines, history included."),
    since: cursor
      .optional()
      .describe("Only what was printed after this cursor, whole lines, without the screen."),
  }),
  output,
  async run({ pane, lines, since }, call) {
    const target = await call.scope.find(pane);
    const reading =
      since === undefined ? await readScreen(target, lines, call) : await readSince(target, since, call);
    const { text, cut } = lastPart(reading.text);
    return {
      text: text === "" ? "(nothing)" : text,
      result: { ...reading, id: target.contextId, text, cut },
    };
  },
});

/** `lines`: the last ones, history included; undefined: the screen. */
async function readScreen(
  { contextId }: Target,
  lines: number | undefined,
  { scope, signal }: ToolCall,
): Promise<Reading> {
  const params = { context_id: contextId, history: lines, styles: false };
  const screen = await scope.link.call("mullion.screen", params, { signal });
  const { cols, rows, cursor, offset, modes } = screen;
  const text = textOf(screen.lines);
  const seen = { cursor: offset, alternate: modes.alternate };
  if (lines !== undefined) return { text: text.split("\n").slice(-lines).join("\n"), ...seen };
  return { text, ...seen, cols, rows, cursor_x: cursor.x, cursor_y: cursor.y };
}

async function readSince(
  { contextId }: Target,
  since: number,
  { scope, signal }: ToolCall,
): Promise<Reading> {
  const params = { context_id: contextId, since };
  const printed = await scope.link.call("mullion.output", params, { signal });
  return { text: printed.text, cursor: printed.offset, lost_bytes: printed.lost_bytes };
}
