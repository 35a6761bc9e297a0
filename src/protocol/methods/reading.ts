import { z } from "zod";
import { clamped, contextId, offset } from "../common.ts";
import { defineMethod } from "../define-method.ts";
import { failedHosts } from "./hosts.ts";

export const capture = defineMethod({
  name: "capture",
  since: 1,
  doc: "What the terminal shows and what scrolled out of it, as text: no escape sequences, lines as they stand on the screen, no blanks at their ends, no empty lines after the last one. An exited context can be captured for ten minutes.",
  params: z.object({
    context_id: contextId,
    lines: clamped(1, 1_000_000)
      .optional()
      .describe("Only the last so many lines; more than there are means all."),
  }),
  result: z.object({ text: z.string() }),
  errors: ["no-such-context", "no-terminal"],
});

const colour = z.string().describe("default, a number of the palette (0–255) as text, or #rrggbb.");

const style = z
  .object({
    fg: colour,
    bg: colour,
    underline: z.enum(["single", "double", "curly", "dotted", "dashed"]),
    underline_colour: colour,
    bold: z.literal(true),
    dim: z.literal(true),
    italic: z.literal(true),
    blink: z.literal(true),
    reverse: z.literal(true),
    hidden: z.literal(true),
    strikethrough: z.literal(true),
    overline: z.literal(true),
    link: z.string(),
  })
  .partial()
  .describe("Only what differs from plain text.");

const line = z.object({
  line: z.int().describe("0 is the first visible line, -1 the newest of the history."),
  text: z.string(),
  wrapped: z.literal(true).optional().describe("It goes on in the next line."),
  runs: z
    .array(z.object({ column: z.int(), columns: z.int(), text: z.string(), style: style.optional() }))
    .optional()
    .describe("Stretches of one style; left out where styles were not asked for."),
});

export const screen = defineMethod({
  name: "mullion.screen",
  since: 1,
  doc: "The screen as a terminal would draw it: lines with styles, cursor, size and modes, all of one moment.",
  params: z.object({
    context_id: contextId,
    history: clamped(0, 100_000)
      .default(0)
      .describe("So many lines of what scrolled out, too; 100000 at most."),
    styles: z.boolean().default(true),
  }),
  result: z.object({
    cols: z.int(),
    rows: z.int(),
    title: z.string(),
    cursor: z.object({
      x: z.int(),
      y: z.int(),
      visible: z.boolean(),
      shape: z.enum(["default", "block", "underline", "bar"]),
      blinking: z.boolean(),
    }),
    modes: z.object({
      alternate: z.boolean(),
      application_cursor: z.boolean(),
      application_keypad: z.boolean(),
      bracketed_paste: z.boolean(),
      focus_events: z.boolean(),
      insert: z.boolean(),
      mouse: z.enum(["none", "standard", "button", "all"]),
      mouse_sgr: z.boolean(),
      origin: z.boolean(),
      wrap: z.boolean(),
    }),
    history_size: z.int(),
    lines: z.array(line),
    offset: offset.describe("Output up to here is on it: a subscription may go on from this point."),
  }),
  errors: ["no-such-context", "no-terminal"],
});

export const output = defineMethod({
  name: "mullion.output",
  since: 2,
  doc: "What a context printed after an offset, as text: as a terminal shows it that received nothing else, so an overwritten line appears in its last form, and a wrapped line is one line. An exited context is kept for ten minutes.",
  params: z.object({
    context_id: contextId,
    since: offset.describe("From an earlier answer: what was printed before it is left out."),
  }),
  result: z.object({
    text: z.string(),
    offset: offset.describe("Where this text ends: the next call can continue from here."),
    lost_bytes: z
      .int()
      .describe(
        "Output after since that is left out, because the journal no longer has it or it is over 4 MB.",
      ),
  }),
  errors: ["no-such-context", "no-terminal", "bad-cursor"],
});

export const search = defineMethod({
  name: "mullion.search",
  since: 2,
  doc: "Finds lines on the screens and in the history of the team's live contexts. A line that wraps is one line. The newest lines of each context are found first; an answer lists them in their order.",
  params: z.object({
    pattern: z.string().min(1).max(1024),
    literal: z
      .boolean()
      .default(false)
      .describe("The pattern is a text, not a POSIX extended regular expression."),
    ignore_case: z.boolean().default(false),
    contexts: z.array(contextId).max(10_000).optional().describe("Only these; all of the team where absent."),
    max: z.int().min(1).max(10_000).default(1_000).describe("Lines in all."),
    hosts: z
      .boolean()
      .default(false)
      .describe("Also the team's contexts on other machines; with reach all, every pane there."),
  }),
  result: z.object({
    matches: z.array(
      z.object({
        context_id: contextId,
        line: z.int().describe("0 is the first visible line, -1 the newest of the history."),
        text: z.string(),
      }),
    ),
    more: z.boolean().describe("There may be more lines than max."),
    failed_hosts: failedHosts,
  }),
  errors: ["no-such-context", "no-terminal", "bad-regex"],
});

export const record = defineMethod({
  name: "mullion.record",
  since: 2,
  doc: "Writes what happened in a context's pane so far to a new file, as an asciicast (v3) with mode 0600: what was printed, with times and sizes, and nothing that was typed unless the terminal showed it.",
  params: z.object({
    context_id: contextId,
    file: z
      .string()
      .max(4096)
      .refine((path) => path.startsWith("/") && !path.includes("\0"), "file is not an absolute path")
      .describe("An absolute path on the machine that the context is on; an existing file is an error."),
    title: z.string().max(1024).optional().describe("The pane's title where absent."),
  }),
  result: z.object({ events: z.int(), bytes: z.int() }),
  errors: ["no-such-context", "context-exited", "no-terminal", "name-taken", "bad-value", "not-supported"],
});
