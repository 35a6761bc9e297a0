import { describe, expect, it } from "vitest";
import { compareReporters, reporterAmong } from "./reporter.ts";

const processes = (...lines: readonly (readonly string[])[]) =>
  lines.map((argv, index) => ({ pid: 100 - index, argv }));
const HOOK = ["/bin/sh", "-c", "mullion report --hook claude || :"];

describe("the agent of a hook", () => {
  it.each([
    [
      "the nearest of its name",
      [HOOK, ["claude", "-p", "x"], ["bash", "-c", "claude -p x"], ["claude"]],
      "claude",
      99,
    ],
    ["behind another program", [HOOK, ["python3", "/x/hook.py"], ["claude"]], "claude", 98],
    ["a script", [HOOK, ["node", "/x/bin/claude.js"], ["-zsh"]], "claude", 99],
    ["of an unknown name", [HOOK, ["timeout", "9", "my-agent"], ["my-agent"]], undefined, 98],
    ["the program itself, under another name", [HOOK, ["2.1.327"], ["bash"]], "claude", 99],
    ["none, in a shell", [["-bash"]], undefined, undefined],
  ] as const)("is %s", (_, lines, name, pid) => {
    expect(reporterAmong(processes(...lines), name)?.[0]).toBe(pid);
  });

  it("has its ancestors behind it", () => {
    expect(reporterAmong(processes(HOOK, ["claude"], ["bash"]), "claude")).toEqual([99, 98]);
  });
});

describe("a report of another conversation is", () => {
  it.each([
    ["of the same agent", [5, 1], [5, 1], "same"],
    ["of an unknown one", undefined, [5, 1], "same"],
    ["of an unknown one", [5, 1], undefined, "same"],
    ["of a tool", [5, 1], [9, 8, 5, 1], "tool"],
    ["of one that runs beside the agent", [5, 1], [6, 1], "tool"],
    ["of the agent that ran the last one as a tool", [9, 8, 5, 1], [5, 1], "next"],
    ["of the next one in a script", [4, 1], [6, 1], "next"],
  ] as const)("%s: %j, %j", (_, before, now, whose) => {
    expect(compareReporters(before, now, (pid) => pid === 4)).toBe(whose);
  });
});
