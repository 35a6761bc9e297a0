import { describe, expect, it } from "vitest";
import { compileRegex } from "./compile-regex.ts";
import { matchRegex } from "./match-regex.ts";

/** The text of the match and of its groups; undefined where there is none. */
function groups(pattern: string, text: string, ignoreCase = false): (string | undefined)[] | undefined {
  const regex = compileRegex(pattern, { ignoreCase });
  if (!regex) throw new Error(`${pattern} does not compile`);
  const characters = [...text];
  const match = matchRegex(regex, characters, 0);
  return match?.groups.map((group) => group && characters.slice(group.start, group.end).join(""));
}

describe("extended regular expressions", () => {
  it.each([
    ["b", "abc", ["b"]],
    ["x", "abc", undefined],
    ["a|ab|abc", "xabcd", ["abc"]],
    ["(a|ab)(c|bcd)(d*)", "abcd", ["abcd", "a", "bcd", ""]],
    ["a*", "baaa", [""]],
    ["a+", "baaac", ["aaa"]],
    ["(a*)*", "aab", ["aa", "aa"]],
    ["(a)?b", "b", ["b", undefined]],
    ["a{2,3}", "aaaa", ["aaa"]],
    ["a{,2}b", "aaab", ["aab"]],
    ["a{2,}", "aaaa", ["aaaa"]],
    ["^b", "ab", undefined],
    ["(^|c)b", "abcb", ["cb", "c"]],
    ["b$", "abab", ["b"]],
    [".", "\n", ["\n"]],
    ["[^a]", "a\n", ["\n"]],
    ["[]a]+", "x]a]", ["]a]"]],
    ["[a-c-]+", "xb-c", ["b-c"]],
    ["[[:alpha:]_]+", "1é_2", ["é_"]],
    ["[\\n]", "\\", ["\\"]],
    ["\\<b\\w*\\>", "ab bc", ["bc"]],
    ["a)", "a)", ["a)"]],
    ["日.", "x日本", ["日本"]],
  ])("%s in %j is %j", (pattern, text, expected) => {
    expect(groups(pattern, text)).toEqual(expected);
  });

  it("ignores case with the flag", () => {
    expect(groups("É[a-c]", "éB", true)).toEqual(["éB"]);
  });

  it.each(["*a", "a|*b", "(", "[a", "[b-a]", "[[:x:]]", "a\\", "a{2", "a{3,2}", "{1}", "^*", "(a)\\1"])(
    "%s is no pattern",
    (pattern) => {
      expect(compileRegex(pattern, { ignoreCase: false })).toBeUndefined();
    },
  );

  it.each([
    ["^end$", "end"],
    ["(ready|done) in [0-9]+ ms", " in "],
    ["err\\b(or|s)?: (line)+", "line"],
    ["a*b?(cd){0,2}", ""],
    ["one|two", ""],
    ["[x]\\.log", ".log"],
  ])("knows a text that each match of %s contains", (pattern, text) => {
    expect(compileRegex(pattern, { ignoreCase: false })?.contains).toBe(text);
    expect(compileRegex(pattern, { ignoreCase: true })?.contains).toBe("");
  });

  it("takes no notice of what stands before the start", () => {
    const regex = compileRegex("^b", { ignoreCase: false })!;
    expect(matchRegex(regex, [..."ab"], 1)).toMatchObject({ start: 1, end: 2 });
  });

  it("matches in time where a backtracking matcher never ends", () => {
    const text = "a".repeat(5000);
    expect(groups("(a|a)*(a|a)*(a|a)*b", text)).toBeUndefined();
    expect(groups("(a*)*(a*)*c", text)).toBeUndefined();
  });

  it("refuses a pattern that would be too large", () => {
    expect(compileRegex("((a{100}){100}){100}", { ignoreCase: false })).toBeUndefined();
  });
});
