import { expect, it } from "vitest";
import { windowNameOf } from "./path-parts.ts";

it.each([
  ["cat", "cat"],
  ["/usr/bin/vim", "vim"],
  ["-bash", "bash"],
  ["- -zsh", "zsh"],
  ["exec /bin/sh -c x", "sh"],
  ['"exec top -d 1"', "top"],
  ["top -d 1", "top"],
  ["./run/it", "./run/it"],
  ["name\u0001", "name"],
  ["/", "/"],
  ["", ""],
])("%j names its window %j", (command, name) => {
  expect(windowNameOf(command)).toBe(name);
});
