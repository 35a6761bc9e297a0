import { describe, expect, expectTypeOf, it } from "vitest";
import { parseArguments } from "./parse-arguments.ts";

const spec = { flags: "at:e:l::", max: 2 } as const;
const parse = (...words: string[]) => parseArguments(spec, words);

describe("parseArguments", () => {
  it("types what it returns by the flag string", () => {
    const args = parse("-a", "-t", "x");
    expectTypeOf(args.a).toEqualTypeOf<boolean>();
    expectTypeOf(args.t).toEqualTypeOf<string | undefined>();
    expectTypeOf(args.l).toEqualTypeOf<string | true | undefined>();
    // @ts-expect-error there is no such flag
    expect(args.z).toBeUndefined();
    expect([args.a, args.t, args.l]).toEqual([true, "x", undefined]);
  });

  it.each([
    [["-at", "x"], { a: true, t: "x" }],
    [["-atx"], { a: true, t: "x" }],
    [["-t=x"], { a: false, t: "=x" }],
    [["-t", "1", "-t", "2"], { a: false, t: "2" }],
    [["-a", "--", "-t", "x"], { a: true, t: undefined }],
    [["-l"], { l: true }],
    [["-l", "v"], { l: "v" }],
  ])("%j", (words, flags) => {
    expect(parse(...words)).toMatchObject(flags);
  });

  it("keeps every value of a flag that is repeated", () => {
    expect(parse("-e", "A=1", "-eB=2").all("e")).toEqual(["A=1", "B=2"]);
  });

  it("ends flags at the first operand", () => {
    expect(parse("-a", "x", "-t").operands).toEqual(["x", "-t"]);
    expect(parse("-", "-a").operands).toEqual(["-", "-a"]);
  });

  it.each([
    [["-z"], "unknown flag -z"],
    [["-!"], "invalid flag -!"],
    [["-t"], "-t expects an argument"],
    [["1", "2", "3"], "too many arguments (need at most 2)"],
    [["-?"], ""],
  ])("refuses %j", (words, message) => {
    expect(() => parse(...words)).toThrow(expect.objectContaining({ name: "ArgumentError", message }));
  });

  it("checks the number of operands", () => {
    expect(() => parseArguments({ flags: "", min: 1 }, [])).toThrow("too few arguments (need at least 1)");
  });

  it("prints arguments so that they can be parsed again", () => {
    const text = parse("-e", "A=1 2", "-a", "-t", "~", "x;y").print();
    expect(text).toBe('-a -e "A=1 2" -t \\~ "x;y"');
  });
});
