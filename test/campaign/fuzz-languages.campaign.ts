import { isDeepStrictEqual } from "node:util";
import { MuxError } from "../../src/core/errors.ts";
import type { FormatContext } from "../../src/core/format/context.ts";
import { expandFormat } from "../../src/core/format/expand-format.ts";
import { variableTable } from "../../src/core/format/variables/variable-table.ts";
import { formatKey, parseKey } from "../../src/core/keys/key-name.ts";
import { leavesOf } from "../../src/core/layout/cell.ts";
import { formatLayout, parseLayout } from "../../src/core/layout/layout-string.ts";
import { createServer } from "../../src/core/mux/create-server.ts";
import { parseStyle } from "../../src/core/style/style.ts";
import { ParseError } from "../../src/doors/tmux/command-error.ts";
import { commandTable } from "../../src/doors/tmux/command-table.ts";
import { CommandParser } from "../../src/doors/tmux/parse-commands/parse-commands.ts";
import type { ParseWorld } from "../../src/doors/tmux/parse-commands/parse-input.ts";
import { formatHost } from "../fixtures/format-host.ts";
import { formatStyle } from "../fixtures/format-style.ts";
import { IdleWorld } from "../property/tree-ports.ts";
import { attack } from "./attack.ts";
import { commandWords } from "./command-words.ts";
import { once, ROUNDS, shown } from "./fuzz.ts";
import { damaged, textOf } from "./mutate.ts";
import { Random } from "./random.ts";

/** The languages of tmux: commands, formats, layouts, key names and styles. */

const world: ParseWorld = {
  expand: (format) => (format.length % 2 === 0 ? "1" : "0"),
  variable: (name) => (name === "HOME" ? "/home/me" : undefined),
  assign: () => {},
  home: () => "/home/me",
  alias: (name) => (name === "split-pane" ? "split-window" : undefined),
};

attack("fuzz: command language", ROUNDS, (tally, rounds) => {
  const random = new Random("commands");
  const parser = new CommandParser(commandTable);
  for (let round = 0; round < rounds; round++) {
    const text = textOf(random, commandWords, 24);
    once(
      tally,
      [ParseError, MuxError],
      () => shown(text),
      () => {
        parser.fromText(text, { world, file: "f", line: 1 });
      },
    );
    once(
      tally,
      [ParseError, MuxError],
      () => shown(text),
      () => {
        parser.fromWords(text.split(" "), { world, file: undefined, line: 1 });
      },
    );
  }
});

const formatWords = [
  ..."# #{ } { , : ; ? / | = - + * [ ] ( ) ^ $ . % \\ a 1 9 ## #, #} #( #[ s/ m/r: =5: p-9: e|+|: e|/|f|4: && || == <= E: T: S: W: P: l: t/f/ n: w: N/w: C/r: é 日 \u0301 \n \t".split(
    " ",
  ),
  ...variableTable.keys(),
  "@self",
  "@other",
];

attack("fuzz: formats", ROUNDS, (tally, rounds) => {
  const random = new Random("formats");
  const mux = createServer({ socketPath: "/tmp/fuzz", ports: new IdleWorld().ports });
  const session = mux.createSession({ name: "s", windowName: "w", cwd: "/", command: ["cat"] });
  mux.splitPane(session.current.window.active);
  mux.server.sessionOptions.set("@self", "<#{E:@self}#{@other}>");
  mux.server.sessionOptions.set("@other", "a,b}#{session_name}");
  const context: FormatContext = {
    server: mux.server,
    session,
    now: 1_700_000_000_000,
    time: true,
    host: { ...formatHost, runJob: ({ expanded }) => expanded },
  };
  for (let round = 0; round < rounds; round++) {
    const text = textOf(random, formatWords, 24);
    once(
      tally,
      [],
      () => shown(text),
      () => void expandFormat(text, { ...context, time: round % 2 === 0 }),
    );
  }
});

/** A layout from the grammar: sizes that mostly fit, so that most damaged layouts still nearly fit. */
function layoutOf(random: Random, cols: number, rows: number, left = 0, top = 0, depth = 0): string {
  const place = `${cols}x${rows},${left},${top}`;
  if (depth > 3 || Math.min(cols, rows) < 5 || random.chance(0.3)) return `${place},${random.below(9)}`;
  const first = 2 + random.below((random.chance(0.5) ? cols : rows) - 4);
  if (random.chance(0.5) && first < cols - 2) {
    const parts = [
      layoutOf(random, first, rows, left, top, depth + 1),
      layoutOf(random, cols - first - 1, rows, left + first + 1, top, depth + 1),
    ];
    return `${place}{${parts.join(",")}}`;
  }
  const upper = Math.min(first, rows - 3);
  const parts = [
    layoutOf(random, cols, upper, left, top, depth + 1),
    layoutOf(random, cols, rows - upper - 1, left, top + upper + 1, depth + 1),
  ];
  return `${place}[${parts.join(",")}]`;
}

attack("fuzz: layouts", ROUNDS, (tally, rounds) => {
  const random = new Random("layouts");
  for (let round = 0; round < rounds; round++) {
    const sound = layoutOf(random, 20 + random.below(100), 10 + random.below(40));
    const body = random.chance(0.6) ? damaged(random, Buffer.from(sound)).toString() : sound;
    const text = random.chance(0.95) ? `${checksum(body)},${body}` : body;
    once(
      tally,
      [MuxError],
      () => shown(text),
      () => {
        const root = parseLayout(text, 1 + random.below(4));
        const written = formatLayout(root);
        const again = formatLayout(parseLayout(written, leavesOf(root).length));
        if (again !== written) tally.found("wrong", `${shown(text)} became ${written}, then ${again}`);
      },
    );
  }
});

/** tmux's checksum: it refuses a layout with a wrong checksum before reading it. */
function checksum(text: string): string {
  let sum = 0;
  for (const byte of Buffer.from(text)) sum = ((sum >> 1) + ((sum & 1) << 15) + byte) & 0xffff;
  return sum.toString(16).padStart(4, "0");
}

const keyWords =
  "C- M- S- ^ Up Down F1 F12 F64 Enter Space Tab BSpace IC DC KP0 KP/ User0 User999 Mouse DownPane WheelUp None Any 0x41 0x110000 0x a Z é 日 \\ - 1".split(
    " ",
  );

attack("fuzz: key names", ROUNDS, (tally, rounds) => {
  const random = new Random("keys");
  for (let round = 0; round < rounds; round++) {
    const text = textOf(random, keyWords, 4);
    once(
      tally,
      [],
      () => shown(text),
      () => {
        const key = parseKey(text);
        if (key === undefined) tally.refused += 1;
        else if (parseKey(formatKey(key)) === undefined && formatKey(key) !== "Unknown")
          tally.found("wrong", `${shown(text)} is written ${shown(formatKey(key))}, which is no key`);
      },
    );
  }
});

const styleWords =
  "fg= bg= us= red brightblue colour255 colour256 #ff00ff #xyz default bold nobold dim italics none , ; = align= left right list=on range= user| window|1 push-default fill= noattr".split(
    " ",
  );

attack("fuzz: styles", ROUNDS, (tally, rounds) => {
  const random = new Random("styles");
  for (let round = 0; round < rounds; round++) {
    const parts = Array.from({ length: 1 + random.below(4) }, () => textOf(random, styleWords, 2));
    const text = parts.join(random.pick([",", ",", " ", ""]));
    once(
      tally,
      [],
      () => shown(text),
      () => {
        const style = parseStyle(text);
        if (style === undefined) tally.refused += 1;
        else if (!isDeepStrictEqual(parseStyle(formatStyle(style)), style))
          tally.found("wrong", `${shown(text)} is written ${shown(formatStyle(style))}`);
      },
    );
  }
});
