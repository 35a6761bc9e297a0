import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verbsOf } from "../cli/verbs-of.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";

const daemon = daemonForAll();
const { sh, until } = verbsOf(daemon);

/** Printed before and behind a megabyte of one character. */
const RUNS: readonly (readonly [what: string, before: string, character: string, behind: string])[] = [
  ["blanks before a letter", "", " ", "x\r\n"],
  ["empty lines", "", "\n", "x\r\n"],
  ["dashes", "", "-", "\r\n"],
  ["padding of a clipboard", "\x1b]52;c;", "=", "!\x07"],
  ["slashes of a directory", "\x1b]7;file://h", "/", "x\x07"],
  ["letters of a notification", "\x1b]9;", "a", "\x07"],
  ["blanks of a title", "\x1b]2;", " ", "x\x07"],
];

describe("a megabyte of one character stops nobody", () => {
  test.each(RUNS)("%s", async (_what, before, character, behind) => {
    const file = join(daemon.dir, "printed");
    writeFileSync(file, before + character.repeat(1_000_000) + behind);
    const pane = await sh(`cat ${file}; echo; echo the end; exec cat`);
    await until(pane, "the end");
    const start = performance.now();
    for (const call of [
      ["capture", pane, "--since", "0"],
      ["explain", pane],
      ["ls", "--json"],
      ["agents", "--json"],
    ])
      await outputOf(daemon.run(...call));
    await outputOf(daemon.run("record", pane, "-f", "-o", join(daemon.dir, "cast")));
    expect(
      await daemon.tmux(
        "-L",
        "mullion",
        "display-message",
        "-p",
        "-t",
        pane,
        "#{b:pane_path}#{d:pane_title}",
      ),
    ).toMatchObject({
      status: 0,
    });
    expect(performance.now() - start).toBeLessThan(5_000);
    await outputOf(daemon.run("kill", pane));
  });
});
