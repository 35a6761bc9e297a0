import { z } from "zod";
import { clamped, contextId, offset } from "../common.ts";
import { defineMethod } from "../define-method.ts";

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
  capability: "mullion.screen",
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
