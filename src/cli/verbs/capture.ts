import type { Pane } from "../../core/tree/tree.ts";
import { readLastCommand, readSince, screenText } from "../../panes/read.ts";
import { firstOutput } from "../../panes/wait.ts";
import { parseCursor, SINCE_OPTION } from "../cursor.ts";
import { UsageError } from "../exit-status.ts";
import { findPane, SERVER_OPTION } from "../find-pane.ts";
import { parseCount } from "../quantities.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const capture = defineHotVerb({
  name: "capture",
  summary: "print what stands on a pane's screen",
  operands: "PANE",
  count: [1, 1],
  completes: "target",
  host: { targets: "first", names: () => undefined },
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
    if (given.length > 1) throw new UsageError(`--${given[0]} and --${given[1]} exclude each other`);
    const lines = options.lines === undefined ? undefined : parseCount(options.lines, "--lines");
    const { pane } = findPane(context, operands[0]!, options.server);
    const live = context.live(pane);
    await live.flush();
    if (options.since === undefined) {
      await firstOutput(live, gone);
      await live.flush();
    }
    const { styles } = options;
    const cursor = live.offset;
    const { text, ...details } = options["last-command"]
      ? await readLastCommand(live, styles)
      : options.since !== undefined
        ? await readSince(live, parseCursor(options.since, { end: cursor }), styles)
        : { text: screenText(pane.screen, { lines, styles, ...(lines === undefined && { first: 0 }) }) };
    if (options.json) print(JSON.stringify({ pane: pane.id, text, ...details, ...aboutPane(pane), cursor }));
    else invocation.stdout(`${text}\n`);
  },
});

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
