import fc from "fast-check";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { fnmatch } from "../../../src/core/text/fnmatch.ts";
import { property } from "../../fixtures/property.ts";
import { need } from "../../setup/need.ts";
import { RealTmux } from "./real-tmux.ts";

const piece = fc.constantFrom(
  ...[
    "a",
    "b",
    "c",
    "é",
    "/",
    ".",
    "-",
    "*",
    "?",
    "[",
    "]",
    "[a-b]",
    "[!a]",
    "[^a-b]",
    "[]a]",
    "[]",
    "[!]b]",
    "[a-]",
  ],
  ...[
    "[-a]",
    "[\\]]",
    "\\",
    "\\*",
    "\\a",
    "[[:alpha:]]",
    "[[:digit:]b]",
    "[[:nosuch:]]",
    "[b-a]",
    "[a",
    "**",
    "[*]",
  ],
);
const text = fc.array(fc.constantFrom("a", "b", "c", "é", "/", ".", "-", "]", "[", "*", "\\", "1", "!"), {
  maxLength: 5,
});

describe.runIf(need("tmux"))("shell patterns", () => {
  let real: RealTmux;
  beforeAll(() => {
    real = new RealTmux();
  });
  afterAll(() => real.stop());

  property("match what the C library's do", { runs: 100 }, (check) => {
    const pair = fc.tuple(fc.array(piece, { maxLength: 4 }), text);
    return check(
      fc.asyncProperty(fc.array(pair, { minLength: 30, maxLength: 30 }), async (pairs) => {
        const wrong = await Promise.all(
          pairs.map(async ([pieces, letters]) => {
            const [pattern, subject] = [pieces.join(""), letters.join("")];
            void real.run("set-option", "-g", "@p", pattern);
            void real.run("set-option", "-g", "@t", subject);
            const { lines } = await real.run("display-message", "-p", "#{m:#{@p},#{@t}}");
            return lines[0] === (fnmatch(pattern, subject) ? "1" : "0")
              ? []
              : [{ pattern, subject, theirs: lines }];
          }),
        );
        expect(wrong.flat()).toEqual([]);
      }),
    );
  });
});
