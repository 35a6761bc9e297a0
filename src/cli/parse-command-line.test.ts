import { describe, expect, test } from "vitest";
import { parseCommandLine } from "./parse-command-line.ts";
import { defineHotVerb } from "./verb.ts";

const verb = defineHotVerb({
  name: "try",
  summary: "try things",
  operands: "[THING]…",
  count: [0, 3],
  options: {
    name: { short: "n", value: "N", summary: "a name" },
    env: { short: "e", value: "K=V", repeat: true, summary: "variables" },
    json: { summary: "print JSON" },
  },
  examples: [],
  run: () => 0,
});
const parse = (...argv: string[]) => parseCommandLine(verb, argv);

describe("parseCommandLine", () => {
  test("options and operands may be mixed", () => {
    expect(parse("a", "--name", "N", "b", "--json")).toEqual({
      options: { name: "N", env: [], json: true },
      operands: ["a", "b"],
      help: false,
    });
  });

  test("values may be attached to their option", () => {
    expect(parse("--name=a=b", "-eX=1", "-e", "Y=2").options).toEqual({
      name: "a=b",
      env: ["X=1", "Y=2"],
      json: false,
    });
  });

  test("after -- and for - everything is an operand", () => {
    expect(parse("-", "--", "--json", "-x").operands).toEqual(["-", "--json", "-x"]);
  });

  test("a verb that stops at its first operand leaves the rest alone", () => {
    const { operands } = parseCommandLine({ ...verb, stopsAtOperand: true }, [
      "--json",
      "make",
      "--json",
      "-h",
    ]);
    expect(operands).toEqual(["make", "--json", "-h"]);
  });

  test("help takes precedence over missing operands", () => {
    expect(parse("--help").help).toBe(true);
    expect(parse("a", "-h").help).toBe(true);
  });

  test.each([
    [["--jsno"], "try has no option --jsno: did you mean --json?"],
    [["-x"], "try has no option -x"],
    [["--constructor"], "try has no option --constructor"],
    [["--name"], "--name needs a value: --name N"],
    [["--json=yes"], "--json takes no value"],
    [["-n", "a", "-n", "b"], "--name is given twice"],
    [["a", "b", "c", "d"], "try takes [THING]…, and d is one too many"],
    [["a", "b", "c", ""], 'try takes [THING]…, and "" is one too many'],
  ])("rejects %j with a sentence", (argv, sentence) => {
    expect(() => parse(...argv)).toThrow(sentence);
  });
});
