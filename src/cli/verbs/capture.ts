import { findPane, SERVER_OPTION } from "../find-pane.ts";
import { UsageError } from "../usage-error.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const capture = defineHotVerb({
  name: "capture",
  summary: "print what stands on a pane's screen",
  operands: "PANE",
  count: [1, 1],
  options: {
    lines: { short: "n", value: "N", summary: "the last N lines, history included (default: the screen)" },
    server: SERVER_OPTION,
    json: JSON_OPTION,
  },
  notes: ["PANE is an id such as %3, or the name of a session, which means its active pane."],
  examples: [
    ["mullion capture %3", "the screen as text"],
    ["mullion capture web --lines 200", "the last 200 lines of the session web"],
  ],
  async run({ context, options, operands, print }) {
    const lines = options.lines === undefined ? undefined : parseLines(options.lines);
    const { pane } = findPane(context, operands[0]!, options.server);
    await context.flush(pane);
    const { screen } = pane;
    const start = lines === undefined ? 0 : -screen.historySize;
    const all = (screen.capture({ start, end: screen.rows - 1 }) ?? "").replace(/\n+$/, "").split("\n");
    const text = all.slice(lines === undefined ? 0 : -lines).join("\n");
    if (!options.json) {
      print(text);
      return;
    }
    const { cursor, cols, rows, historySize, modes } = screen;
    print(
      JSON.stringify({
        pane: pane.id,
        text,
        cols,
        rows,
        cursor: { x: cursor.x, y: cursor.y, visible: cursor.visible },
        alternate: modes.alternate,
        history: historySize,
        exit: pane.exit ?? null,
      }),
    );
  },
});

function parseLines(text: string): number {
  const lines = Number(text);
  if (!Number.isInteger(lines) || lines < 1)
    throw new UsageError(`--lines needs a number from 1 on, not ${text}`);
  return lines;
}
