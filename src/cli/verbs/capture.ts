import { MuxError } from "../../core/errors.ts";
import type { Pane } from "../../core/tree/tree.ts";
import { firstOutput } from "../../panes/first-output.ts";
import type { PaneOutput } from "../../panes/host.ts";
import { parseCursor, SINCE_OPTION } from "../cursor.ts";
import { UsageError } from "../exit-status.ts";
import { findPane, SERVER_OPTION } from "../find-pane.ts";
import { lastCommand } from "../output/last-command.ts";
import { renderOutput } from "../output/render-output.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const capture = defineHotVerb({
  name: "capture",
  summary: "print what stands on a pane's screen",
  operands: "PANE",
  count: [1, 1],
  completes: "target",
  options: {
    lines: { short: "n", value: "N", summary: "the last N lines, history included (default: the screen)" },
    styles: { short: "e", summary: "with escape sequences for colours and the like" },
    "last-command": { summary: "the output of the last command of the shell in it" },
    since: SINCE_OPTION,
    server: SERVER_OPTION,
    json: JSON_OPTION,
  },
  notes: [
    "The text has no escape sequences and no control characters, but every other character that the program printed.",
    "PANE is an id such as %3, the name of a session, which means its active pane, or a name that mullion rename gave.",
    "With --last-command or --since it is what was printed, as a terminal shows it, not the screen: what has scrolled out is there, as far back as the journal goes. Long lines are not broken.",
    "Right after run, it waits up to a second for the program's first output.",
    "The JSON holds a cursor, the place in the output where this look ended: the next one can go on there.",
  ],
  exits: { 1: "also: --last-command where no shell marked a command", 3: "the pane has ended" },
  examples: [
    ["mullion capture %3", "the screen as text"],
    ["mullion capture web --lines 200", "the last 200 lines of the session web"],
    ["mullion capture web --last-command", "what the last command printed, and nothing else"],
    ["mullion capture web --since 1234 --json", "what came after that, and the next cursor"],
  ],
  async run({ context, gone, invocation, options, operands, print }) {
    const ways = ["lines", "last-command", "since"] as const;
    const given = ways.filter((way) => options[way] !== undefined && options[way] !== false);
    if (given.length > 1) throw new UsageError(`--${given[0]} and --${given[1]} are two things`);
    const lines = options.lines === undefined ? undefined : parseLines(options.lines);
    const { pane } = findPane(context, operands[0]!, options.server);
    await context.flush(pane);
    if (options.since === undefined) {
      await firstOutput(context.live(pane), gone);
      await context.flush(pane);
    }
    const output = context.outputOf(pane) ?? NOTHING;
    const { styles } = options;
    const cursor = output.end;
    const { text, ...details } = options["last-command"]
      ? await captureLastCommand({ pane, output, styles })
      : options.since !== undefined
        ? await captureSince({ pane, output, styles, from: parseCursor(options.since, output) })
        : captureScreen(pane, { lines, styles });
    if (options.json) print(JSON.stringify({ pane: pane.id, text, ...details, ...aboutPane(pane), cursor }));
    else invocation.stdout(`${text}\n`);
  },
});

/** Output of a pane that never had a process. */
const NOTHING: Pick<PaneOutput, "end" | "recorded"> = { end: 0, async *recorded() {} };

interface Printed {
  readonly pane: Pane;
  readonly output: Pick<PaneOutput, "end" | "recorded">;
  readonly styles: boolean;
}

function captureScreen(
  { screen }: Pane,
  { lines, styles }: { readonly lines: number | undefined; readonly styles: boolean },
): { readonly text: string } {
  const start = lines === undefined ? 0 : -screen.historySize;
  const all = screen.capture({ start, end: screen.rows - 1, escapes: styles }) ?? "";
  const shown = all.replace(/\n+$/, "").split("\n");
  return { text: shown.slice(lines === undefined ? 0 : -lines).join("\n") };
}

async function captureSince({ pane, output, styles, from }: Printed & { readonly from: number }) {
  const rendered = await renderOutput({ output, size: pane.screen, from, to: output.end, styles });
  return { text: rendered.text, since: from, lostBytes: rendered.from - from };
}

async function captureLastCommand({ pane, output, styles }: Printed) {
  const end = output.end;
  const command = await lastCommand(output);
  if (!command) {
    throw new MuxError(
      "not-supported",
      `no command is marked in ${pane.id}: bash, zsh and fish mark theirs by themselves, and the journal must reach back to it`,
    );
  }
  const { from, to = end, status } = command;
  const { text } = await renderOutput({ output, size: pane.screen, from, to, styles });
  return { text, finished: command.to !== undefined, status: status ?? null };
}

function aboutPane({ screen, exit }: Pane) {
  const { cursor, cols, rows, historySize, modes } = screen;
  return {
    cols,
    rows,
    screenCursor: { x: cursor.x, y: cursor.y, visible: cursor.visible },
    alternate: modes.alternate,
    history: historySize,
    exit: exit ?? null,
  };
}

function parseLines(text: string): number {
  const lines = Number(text);
  if (!Number.isInteger(lines) || lines < 1)
    throw new UsageError(`--lines needs a number from 1 on, not ${text}`);
  return lines;
}
