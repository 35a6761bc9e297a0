import { describe, expect, it } from "vitest";
import { KNOWN_AGENTS } from "./known-agents.ts";
import { compileScreen, optional } from "./match-screen.ts";
import { slowLine } from "./slow-pattern.ts";

describe("a pattern that is matched against screens", () => {
  it.each(KNOWN_AGENTS)("of $name is fast, whatever the line", ({ screens, workingTitle, waitingTitle }) => {
    const patterns = [optional(workingTitle), optional(waitingTitle)].concat(
      screens.flatMap((screen) =>
        Object.values(compileScreen(screen)).filter((each) => each instanceof RegExp),
      ),
    );
    for (const pattern of patterns)
      if (pattern) expect([pattern, slowLine(pattern)]).toEqual([pattern, undefined]);
  });

  it.each(["^(?:[a-z-]+ ?)*> ", "(x+x+)+y", "^(?:a|-|a-)*$", "^(\\w+\\s?)*:$", "(?:.*,)*;"])(
    "is slow if it tries every way to divide a line: %s",
    (source) => {
      expect(slowLine(new RegExp(source, "u"))).toBeDefined();
    },
  );
});
