import { expect, it } from "vitest";
import { readsUtf8, sanitize } from "./sanitize.ts";

it("leaves nothing but printable ASCII, as wide as it was", () => {
  expect(sanitize("aé\t日\n~")).toBe("a_____~");
});

it.each([
  [{}, false, false],
  [{}, true, true],
  [{ LANG: "C.UTF-8" }, false, true],
  [{ LANG: "en_US.utf8", LC_ALL: "C" }, false, false],
  [{ LC_CTYPE: "de_DE.UTF-8", LANG: "C" }, false, true],
  [{ TMUX: "x,1,0" }, false, true],
])("%j with -u %s reads UTF-8: %s", (variables, flag, expected) => {
  expect(readsUtf8(new Map(Object.entries(variables)), flag)).toBe(expected);
});
