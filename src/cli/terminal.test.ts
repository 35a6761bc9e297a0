import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { cliTerminal } from "./terminal.ts";

function terminal(over: { stdout?: boolean; stderr?: boolean; variables?: Record<string, string> } = {}) {
  const { stdout = true, stderr = true, variables = {} } = over;
  const written: string[] = [];
  const made = cliTerminal({
    stdout,
    stderr,
    variable: (name) => variables[name],
    showProgress: (line) => written.push(line),
  });
  return { ...made, written };
}

describe("colours", () => {
  test.each([
    ["a terminal", {}, "\x1b[31mx\x1b[0m"],
    ["a pipe", { stdout: false }, "x"],
    ["a terminal without colours", { variables: { TERM: "dumb" } }, "x"],
    ["somebody who wants none", { variables: { NO_COLOR: "1" } }, "x"],
    ["an empty NO_COLOR, which means nothing", { variables: { NO_COLOR: "" } }, "\x1b[31mx\x1b[0m"],
  ])("for %s", (_whom, over, expected) => {
    expect(terminal(over).paint.red("x")).toBe(expected);
  });
});

describe("progress", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("is shown after a second, updated, and removed", () => {
    const { progress, written } = terminal();
    let count = 0;
    const stop = progress(() => `waited ${++count}`);
    vi.advanceTimersByTime(999);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1_001);
    stop();
    expect(written).toEqual(["waited 1", "waited 2", ""]);
    vi.advanceTimersByTime(5_000);
    expect(written).toHaveLength(3);
  });

  test.each([
    ["stdout is no terminal", { stdout: false }],
    ["stderr is no terminal", { stderr: false }],
  ])("is silent where %s", (_where, over) => {
    const { progress, written } = terminal(over);
    const stop = progress(() => "waited");
    vi.advanceTimersByTime(5_000);
    stop();
    expect(written).toEqual([]);
  });

  test("shows nothing for a quick call", () => {
    const { progress, written } = terminal();
    progress(() => "waited")();
    vi.advanceTimersByTime(5_000);
    expect(written).toEqual([]);
  });
});
