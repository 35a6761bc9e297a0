import { describe, expect, test } from "vitest";
import { need, programPath } from "./need.ts";

describe("need", () => {
  test("finds what every system has", () => {
    expect(need("script")).toBe(true);
    expect(programPath("script")).toMatch(/^\/.*\/script$/);
  });

  test("is an error under CI where the program is missing", () => {
    const { PATH, CI } = process.env;
    process.env.PATH = "/nonexistent";
    try {
      delete process.env.CI;
      expect(need("zsh")).toBe(false);
      process.env.CI = "true";
      expect(() => need("zsh")).toThrow("this test needs zsh");
    } finally {
      process.env.PATH = PATH;
      if (CI === undefined) delete process.env.CI;
      else process.env.CI = CI;
    }
  });
});
