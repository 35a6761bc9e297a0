import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";

/** Start files of the user who runs the tests may be slow, print text or change PATH. */
it("gives every test a home without start files", () => {
  const { HOME, MULLION_TEST_RUN, ...rest } = process.env;
  expect(HOME).toBe(`${MULLION_TEST_RUN}/home`);
  for (const name of ["ZDOTDIR", "BASH_ENV", "ENV", "INPUTRC", "XDG_CONFIG_HOME"])
    expect(rest).not.toHaveProperty(name);
  expect(
    readdirSync(HOME!).filter((name) => /^\.(profile|bash|zsh|zlogin|tmux|ssh|config)/.test(name)),
  ).toEqual([]);
  expect(execFileSync("sh", ["-lc", "echo ~"], { encoding: "utf8" })).toBe(`${HOME}\n`);
});
