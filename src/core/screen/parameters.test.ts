import { describe, expect, it } from "vitest";
import { COMPOUND, MISSING, Parameters } from "./parameters.ts";

function parse(text: string): { sound: boolean; values: number[]; parameters: Parameters } {
  const parameters = new Parameters();
  const sound = parameters.parse(new TextEncoder().encode(text), 0, text.length);
  return { sound, values: Array.from(parameters.values.subarray(0, parameters.count)), parameters };
}

describe("parameters", () => {
  it("are numbers between semicolons", () => {
    expect(parse("").values).toEqual([]);
    expect(parse("1;22;333").values).toEqual([1, 22, 333]);
    expect(parse(";5;").values).toEqual([MISSING, 5, MISSING]);
  });

  it("end at the first byte that is none of theirs", () => {
    const { parameters, values } = parse("12;3m99");
    expect(values).toEqual([12, 3]);
    expect(parameters.end).toBe(4);
  });

  it("have defaults and least values", () => {
    const { parameters } = parse("0;;4:3");
    expect(parameters.get(0, 1, 7)).toBe(1);
    expect(parameters.get(1, 1, 7)).toBe(7);
    expect(parameters.get(2, 1, 7)).toBe(-1);
    expect(parameters.get(9, 1, 7)).toBe(7);
  });

  it("may be compound", () => {
    const { parameters, values } = parse("4:3;38:2::1:2:3");
    expect(values).toEqual([COMPOUND, COMPOUND]);
    expect(parameters.parts(0, 8)).toEqual([4, 3]);
    expect(parameters.parts(1, 8)).toEqual([38, 2, MISSING, 1, 2, 3]);
    expect(parse("1:2:3:4:5:6:7:8").parameters.parts(0, 8)).toBeUndefined();
  });

  it("are refused where there are too many, or one is too large", () => {
    expect(parse("1;".repeat(22)).sound).toBe(true);
    expect(parse("1;".repeat(23)).sound).toBe(false);
    expect(parse("2147483647").sound).toBe(true);
    expect(parse("2147483648").sound).toBe(false);
    expect(parse("9".repeat(60)).sound).toBe(false);
    expect(parse("99999999999:1").sound).toBe(true);
  });
});
