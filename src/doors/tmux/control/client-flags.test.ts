import { expect, test } from "vitest";
import { flagNames, NO_FLAGS, withFlags } from "./client-flags.ts";

const names = (...texts: string[]) =>
  flagNames(texts.reduce(withFlags, NO_FLAGS), {
    attached: false,
    utf8: false,
    focused: false,
    control: true,
    suspended: false,
  });

test.each([
  [[], "control-mode"],
  [["no-output,wait-exit"], "control-mode,no-output,wait-exit"],
  [["pause-after"], "control-mode,pause-after=0"],
  [["pause-after=7,ignore-size"], "control-mode,ignore-size,pause-after=7"],
  [["pause-after=7", "!pause-after"], "control-mode"],
  [["nonsense,,active-pane"], "control-mode,active-pane"],
  [["no-output", "!no-output"], "control-mode"],
  [["read-only", "!read-only"], "control-mode,read-only"],
])("%j", (texts, expected) => {
  expect(names(...texts)).toBe(expected);
});
