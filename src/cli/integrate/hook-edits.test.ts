import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { property } from "../../../test/fixtures/property.ts";
import { knownAgent } from "../../core/agent/known/known-agents.ts";
import { addHooks, hasAllHooks, hasSomeHooks, newHooksFile, ourHooks, removeHooks } from "./hook-edits.ts";
import { parseJsonText } from "./json-text.ts";

const ours = ourHooks("claude", knownAgent("claude")!.integration!);
const EVENTS = ours.events;

const blank = fc.constantFrom("", "", " ", "\n", "\n  ", "\r\n\t", ' // why, {["\n', "/* , ] } */");
const word = fc.constantFrom("a", "hooks", 'é\\"', "Stop", "command", "matcher", "\\u0068ooks");
const plain = fc.oneof(
  fc.constantFrom("true", "null", "-1.5e3", '""', '"//"', '"a\\\\"'),
  word.map((text) => `"${text}"`),
);

/** Text of a list or an object around these entries, with blanks anywhere and sometimes a comma at the end. */
function around(opens: string, closes: string, entries: fc.Arbitrary<string>, maxLength = 2) {
  return fc
    .tuple(fc.array(fc.tuple(blank, entries, blank), { maxLength }), blank, fc.boolean())
    .map(([parts, end, comma]) => {
      const inner = parts.map(([before, entry, after]) => before + entry + after).join(",");
      return opens + inner + (comma && parts.length > 0 ? "," : "") + end + closes;
    });
}

const member = (key: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
  fc
    .tuple(key, blank, blank, value)
    .map(([name, before, after, text]) => `"${name}"${before}:${after}${text}`);

const { value } = fc.letrec<{ value: string; entry: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 2 }, plain, around("[", "]", tie("value")), around("{", "}", tie("entry"))),
  entry: member(word, tie("value")),
}));
const group = around("{", "}", member(fc.constantFrom("matcher", "hooks"), around("[", "]", plain)));
const event = member(fc.constantFrom(...EVENTS, "Other"), around("[", "]", group));
const hooks = member(fc.constant("hooks"), around("{", "}", event, 4));
const other = member(fc.constantFrom("model", "env", "permissions"), value);
const file = fc
  .tuple(fc.constantFrom("", "\uFEFF"), blank, around("{", "}", fc.oneof(other, hooks)), blank)
  .map((parts) => parts.join(""));

describe("hooks in the configuration of an agent", () => {
  property("are added once, and removed without a trace", { runs: 400 }, (check) =>
    check(
      fc.property(file, (text) => {
        const added = addHooks(text, ours);
        expect(hasAllHooks(added, ours)).toBe(true);
        expect(addHooks(added, ours)).toBe(added);
        expect(removeHooks(added, ours)).toBe(text);
        expect(removeHooks(text, ours)).toBe(text);
      }),
    ),
  );

  property("leave what a user has added meanwhile", { runs: 200 }, (check) =>
    check(
      fc.property(file, blank, (text, space) => {
        const edited = (whole: string) => {
          const { start, children } = parseJsonText(whole);
          const added = `${space}"theme": "dark"${children.length > 0 ? "," : ""}`;
          return whole.slice(0, start + 1) + added + whole.slice(start + 1);
        };
        // A user's text behind the bracket looks as if the bracket were ours, if nothing else stands inside.
        fc.pre(parseJsonText(text).children.length > 0);
        expect(removeHooks(edited(addHooks(text, ours)), ours)).toBe(edited(text));
      }),
    ),
  );

  it("leave the comments that a user has written beside them", () => {
    const added = addHooks('{\n  "a": 1\n}\n', ours);
    const noted = added.replace("1,", "1, // one, of {\n").replace(/\n\}\n$/, " // last\n}\n");
    expect(removeHooks(noted, ours)).toBe('{\n  "a": 1 // one, of {\n\n   // last\n}\n');
    const before = added
      .replace('"hooks"', '/* mine */ "hooks"')
      .replace(/\n\}\n$/, ', // and\n  "b": 2\n}\n');
    expect(removeHooks(before, ours)).toBe('{\n  "a": 1\n  /* mine */ , // and\n  "b": 2\n}\n');
  });

  it("are a file of their own where there was none", () => {
    const text = newHooksFile(ours);
    expect(Object.keys(JSON.parse(text).hooks)).toEqual(EVENTS);
    expect(JSON.parse(text).hooks.Stop).toEqual([
      { hooks: [{ type: "command", command: "mullion report --hook claude 2>/dev/null || :", timeout: 5 }] },
    ]);
    expect(addHooks(text, ours)).toBe(text);
    expect(removeHooks(text, ours)).toBeUndefined();
    expect(text).toMatch(/^\{\n {2}"hooks": \{\n {4}"SessionStart": \[\n {6}\{\n/);
  });

  it("follow the indentation and the line ends of the file", () => {
    const added = addHooks('{\r\n\t"a": 1\r\n}\r\n', ours);
    expect(added).toMatch(
      /^\{\r\n\t"a": 1,\r\n\t"hooks": \{\r\n\t\t"SessionStart": \[\r\n\t\t\t\{\r\n\t\t\t\t"hooks"/,
    );
    expect(added.replaceAll("\r\n", "")).not.toContain("\n");
  });

  it("stand beside the hooks of others", () => {
    const others = { hooks: { Stop: [{ matcher: "", hooks: [{ type: "command", command: "say done" }] }] } };
    const added = JSON.parse(addHooks(JSON.stringify(others), ours));
    expect(added.hooks.Stop).toHaveLength(2);
    expect(added.hooks.Stop[0]).toEqual(others.hooks.Stop[0]);
  });

  it("are found and removed after the agent has written the file in its own style", () => {
    const rewritten = JSON.stringify(JSON.parse(addHooks('{"model": "opus"}', ours)), undefined, 4);
    expect(hasAllHooks(rewritten, ours)).toBe(true);
    expect(JSON.parse(removeHooks(rewritten, ours)!)).toEqual({ model: "opus" });
  });

  it("leave a command that a user put into the same group", () => {
    const added = JSON.parse(addHooks("{}", ours));
    added.hooks.Stop[0].hooks.push({ type: "command", command: "say done" });
    const rest = JSON.parse(removeHooks(JSON.stringify(added, undefined, 2), ours)!);
    expect(rest).toEqual({ hooks: { Stop: [{ hooks: [{ type: "command", command: "say done" }] }] } });
    expect(hasSomeHooks(JSON.stringify(rest), ours)).toBe(false);
  });

  it.each([
    ["", "it ends too early"],
    ["{", "it ends too early"],
    ['{\n  "a": 1\n  "b": 2\n}', "line 3 is not valid"],
    ["{}\n{}", "line 2 is not valid"],
    ["[]", "it is no object"],
    ['{"hooks": []}', "its member hooks is no object"],
    ['{"hooks": {"Stop": {}}}', "its member hooks.Stop is no list"],
    ["[".repeat(100_000), "line 1 is not valid"],
  ])("are not added to a file that is wrong: %j", (text, fault) => {
    expect(() => addHooks(text, ours)).toThrow(fault);
  });
});
