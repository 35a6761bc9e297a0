import fc from "fast-check";
import { describe, expect } from "vitest";
import type { FormatContext } from "../../src/core/format/context.ts";
import { expandFormat } from "../../src/core/format/expand-format.ts";
import { STEP_LIMIT } from "../../src/core/format/expansion.ts";
import { compileRegex } from "../../src/core/format/regex/compile-regex.ts";
import { matchRegex } from "../../src/core/format/regex/match-regex.ts";
import { variableTable } from "../../src/core/format/variables/variable-table.ts";
import { createServer } from "../../src/core/mux/create-server.ts";
import { formatHost } from "../fixtures/format-host.ts";
import { property } from "../fixtures/property.ts";
import { IdleWorld } from "./tree-ports.ts";

const mux = createServer({ socketPath: "/tmp/property", ports: new IdleWorld().ports });
const session = mux.createSession({ name: "s", windowName: "w", cwd: "/", command: ["cat"] });
mux.splitPane(session.current.window.active);
mux.createWindow(session, { name: "日本", command: ["cat"] });
mux.createSession({ name: "t", cwd: "/", command: ["cat"] });
mux.server.sessionOptions.set("@self", "<#{E:@self}#{@other}>");
mux.server.sessionOptions.set("@other", "a,b}#{session_name}");

const context: FormatContext = {
  server: mux.server,
  session,
  now: 1_700_000_000_000,
  time: true,
  host: { ...formatHost, runJob: ({ expanded }) => expanded },
};

/** Texts made of what the language is made of, so that most of them nearly mean something. */
const words = fc.constantFrom(
  ..."# #{ } { , : ; ? / | = - + * [ ] ( ) ^ $ . % \\ a 1 9 ## #, #} #( #[ s/ m/r: =5: p-9: e|+|: && || == <= E: T: S: W: P: l: t/f/ n: w: é 日 \u0301 \n \t".split(
    " ",
  ),
  ...variableTable.keys(),
  "@self",
  "@other",
);
const texts = fc.oneof(
  fc.array(words, { maxLength: 30 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 60 }),
);

describe("formats", () => {
  property("expand any text to some text, in a bounded number of steps", { runs: 3000 }, (check) =>
    check(
      fc.property(texts, fc.boolean(), (text, time) => {
        let steps = 0;
        const log = (line: string) => {
          if (/^# *expanding format:/.test(line)) steps++;
        };
        expect(typeof expandFormat(text, { ...context, time, log })).toBe("string");
        expect(steps).toBeLessThanOrEqual(STEP_LIMIT);
      }),
    ),
  );

  property("give a literal back whose hashes are doubled", { runs: 2000 }, (check) =>
    check(
      fc.property(fc.oneof(texts, fc.string({ unit: "grapheme" })), (literal) => {
        // The hashes of a style are handled when it is drawn.
        fc.pre(!/#+\[/.test(literal));
        expect(expandFormat(literal.replaceAll("#", "##"), { ...context, time: false })).toBe(literal);
      }),
    ),
  );

  property("give a literal back through l: and through a condition, escaped", { runs: 500 }, (check) =>
    check(
      fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), (literal) => {
        fc.pre(!/#+\[/.test(literal) && !/#$/.test(literal));
        const escaped = literal.replace(/[#,}]/g, "#$&");
        expect(expandFormat(`#{?1,x,${escaped}}`, { ...context, time: false })).toBe(literal);
      }),
    ),
  );

  property("compare as they are ordered", {}, (check) => {
    const word = fc.stringMatching(/^[a-zé日\u{1f600}\uffee]{0,4}$/u);
    return check(
      fc.property(word, word, (a, b) => {
        const [less, equal, greater] = ["<", "==", ">"].map((sign) =>
          expandFormat(`#{${sign}:${a},${b}}`, context),
        );
        const order = Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect([less, equal, greater]).toEqual(
          [order < 0, order === 0, order > 0].map((holds) => (holds ? "1" : "0")),
        );
      }),
    );
  });

  property("cut and fill to the given width", {}, (check) =>
    check(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 20 }),
        fc.integer({ min: 1, max: 25 }),
        (text, columns) => {
          mux.server.sessionOptions.set("@text", text.replaceAll("#", "x"));
          const width = (format: string) => Number(expandFormat(format, { ...context, time: false }));
          expect(width(`#{w;=${columns}:@text}`)).toBeLessThanOrEqual(columns);
          expect(width(`#{w;=-${columns}:@text}`)).toBeLessThanOrEqual(columns);
          expect(width(`#{w;p${columns}:@text}`)).toBe(Math.max(columns, width("#{w:@text}")));
        },
      ),
    ),
  );
});

describe("regular expressions", () => {
  const pattern = fc
    .array(fc.constantFrom(..."a b c . * + ? | ( ) [ab] [^a] ^ $ {2} {0,3} \\b".split(" ")), { maxLength: 8 })
    .map((parts) => parts.join(""));
  const text = fc.stringMatching(/^[abc]{0,8}$/);

  property("match where the host's own do", { runs: 2000 }, (check) =>
    check(
      fc.property(pattern, text, (source, subject) => {
        const ours = compileRegex(source, { ignoreCase: false });
        const theirs = hostRegex(source);
        // What only one side takes is another question: `a**` is a pattern here, an unmatched `)` too.
        fc.pre(ours !== undefined && theirs !== undefined);
        const match = matchRegex(ours!, [...subject], 0);
        const found = theirs!.exec(subject);
        expect(match?.start).toBe(found?.index);
        // The host takes the first alternative that fits, ours the longest.
        if (match && found) expect(match.end).toBeGreaterThanOrEqual(found.index + found[0].length);
        if (match) expect(subject.slice(match.start, match.end)).toContain(ours!.contains);
      }),
    ),
  );

  function hostRegex(source: string): RegExp | undefined {
    // Lazy repetitions and look-around are the host's own.
    if (/[*+?}][?+]|\(\?/.test(source)) return undefined;
    try {
      return new RegExp(source, "u");
    } catch {
      return undefined;
    }
  }
});
