import { expect, test } from "vitest";
import { nameFault, suggestName } from "./session-name.ts";

test("suggests the program, with a number if the name is taken", () => {
  expect(suggestName(["/usr/bin/claude", "-c"], new Set())).toBe("claude");
  expect(suggestName(["claude"], new Set(["claude", "claude-2"]))).toBe("claude-3");
  expect(suggestName(["./run.sh"], new Set())).toBe("run-sh");
  expect(suggestName([], new Set())).toBe("agent");
});

test("says what is wrong with a name", () => {
  expect(nameFault("", new Set())).toContain("needs a name");
  expect(nameFault("a.b", new Set())).toContain("no dots");
  expect(nameFault("a", new Set(["a"]))).toContain("Another session");
  expect(nameFault("設計", new Set(["a"]))).toBeUndefined();
});
