import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createScreen } from "../../src/core/screen/emulator.ts";
import { root } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { playToTheEnd } from "./asciinema-player.ts";
import { verbsOf } from "./verbs-of.ts";

const daemon = daemonForAll();
const { run, sh, until } = verbsOf(daemon);

const home = (name: string) => join(daemon.env.HOME!, name);

/** As the specification of asciicast version 3 says. */
function checkCast(text: string): void {
  const [header = "", ...lines] = text.trimEnd().split("\n");
  const { version, term, timestamp, ...rest } = JSON.parse(header);
  expect({ version, term }).toEqual({
    version: 3,
    term: { cols: expect.any(Number), rows: expect.any(Number), type: "tmux-256color" },
  });
  expect(Number.isInteger(timestamp)).toBe(true);
  expect(
    Object.keys(rest).filter((key) => !["title", "command", "env", "idle_time_limit"].includes(key)),
  ).toEqual([]);
  for (const line of lines) {
    const event = JSON.parse(line);
    expect(event).toEqual([expect.any(Number), expect.stringMatching(/^[ormx]$/), expect.any(String)]);
    expect(event[0]).toBeGreaterThanOrEqual(0);
    if (event[1] === "r") expect(event[2]).toMatch(/^\d+x\d+$/);
  }
}

describe("record", () => {
  test("plays in asciinema's player, and shows what the pane shows", async () => {
    const script = [
      "stty -echo; echo begin; read x",
      "printf '\\033[1;31mred\\033[0m \\342\\202'; sleep 0.3; printf '\\254 \\360\\237\\232\\200\\n'",
      "seq 200; printf 'over\\rwritten\\n'; printf '\\033[5;10Hthere'; printf '\\033[24;1Hend'; exec cat",
    ].join("\n");
    const pane = await sh(script, "-n", "played");
    await until(pane, "begin");
    await daemon.tmux("-L", "mullion", "resize-window", "-t", "=played", "-x", "100", "-y", "30");
    await daemon.run("logs", pane); // What it reads is written down: the next daemon need not ask the holder for it.
    await daemon.kill9();
    await daemon.run("send", pane, "--enter");
    await until(pane, "end");

    const told = JSON.parse((await daemon.run("record", pane, "-o", "x.cast", "--json")).stdout);
    const text = readFileSync(home("x.cast"), "utf8");
    expect(told).toEqual({
      pane,
      file: home("x.cast"),
      events: text.trimEnd().split("\n").length - 1,
      bytes: Buffer.byteLength(text),
    });
    expect(statSync(home("x.cast")).mode & 0o077).toBe(0);
    checkCast(text);
    expect((await daemon.run("record", pane)).stdout).toBe(text);
    for (const stdout of ["-", "/dev/stdout"])
      expect((await daemon.run("record", pane, "-o", stdout)).stdout).toBe(text);

    const played = await playToTheEnd(text);
    expect(played.size).toEqual({ cols: 80, rows: 24 });
    expect(played.duration).toBeGreaterThan(0.3);
    const screen = createScreen({ cols: 80, rows: 24, historyLimit: 2000 });
    for (const shown of played.shown) {
      if (typeof shown === "string") screen.write(Buffer.from(shown));
      else screen.resize(shown.cols, shown.rows);
    }
    const lines = { start: -screen.historySize, end: screen.rows - 1, escapes: true };
    const { stdout } = await daemon.run("capture", pane, "--styles", "--lines", "1000");
    expect(screen.capture(lines)?.trimEnd()).toBe(stdout.trimEnd());
    expect(stdout).toContain("€ 🚀");
    expect({ cols: screen.cols, rows: screen.rows }).toEqual({ cols: 100, rows: 30 });
  });

  test("--follow continues until the end, and shows how the pane ended", async () => {
    const pane = await sh("echo one; read x; echo two; exit 4", "--keep");
    await until(pane, "one");
    const following = daemon.run(
      "record",
      pane,
      "--follow",
      "-o",
      "follow.cast",
      "--idle-limit",
      "2",
      "--title",
      "T",
    );
    await waitFor(() => statSync(home("follow.cast"), { throwIfNoEntry: false }), "the file");
    await daemon.run("send", pane, "--enter");
    expect((await following).status).toBe(0);
    const text = readFileSync(home("follow.cast"), "utf8");
    checkCast(text);
    expect(JSON.parse(text.split("\n")[0]!)).toMatchObject({ title: "T", idle_time_limit: 2 });
    expect(text).toContain("two");
    expect(text).toMatch(/"x","4"\]\n$/);
  });

  test("a pane that has printed nothing has an empty recording", async () => {
    const pane = await run("--", "sleep", "1000");
    const { stdout } = await daemon.run("record", pane);
    checkCast(stdout);
    expect(stdout.split("\n")).toHaveLength(2);
    await daemon.run("kill", pane);
    expect((await daemon.run("record", pane)).status).toBe(3);
  });

  test("begins later where the journal has reached its quota", async () => {
    const pane = await sh("yes 'a line of the beginning' | head -c 20000000; echo the end; exec cat");
    await until(pane, "the end");
    const { stdout, stderr, status } = await daemon.run("record", pane);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    checkCast(stdout);
    expect(stdout.length).toBeLessThan(20_000_000);
    expect(stdout).toContain("the end");
    await daemon.run("kill", pane);
  }, 60_000);

  test("a file is not overwritten by accident, and not made where it cannot be", async () => {
    const pane = await sh("echo x; exec cat");
    writeFileSync(home("mine"), "mine");
    expect(await daemon.run("record", pane, "-o", "mine")).toEqual({
      stdout: "",
      stderr: `mullion: ${home("mine")} exists already: --force overwrites it\n`,
      status: 1,
    });
    expect(readFileSync(home("mine"), "utf8")).toBe("mine");
    expect((await daemon.run("record", pane, "-o", "mine", "--force")).status).toBe(0);
    checkCast(readFileSync(home("mine"), "utf8"));
    expect((await daemon.run("record", pane, "-o", "none/x.cast")).stderr).toContain(
      "no such file or directory",
    );
    for (const force of [[], ["--force"]])
      expect(await daemon.run("record", pane, "-o", "/", ...force)).toEqual({
        stdout: "",
        stderr: "mullion: cannot write /: illegal operation on a directory\n",
        status: 1,
      });
  });
});

describe("logs", () => {
  test("all lines, the last ones, their times, and every byte", async () => {
    const pane = await sh("seq 5000; printf '\\033[31mred\\033[0m\\nunfinished'; exec cat");
    await until(pane, "unfinished");
    const numbers = Array.from({ length: 5000 }, (_, index) => index + 1);
    expect((await daemon.run("logs", pane)).stdout).toBe(`${numbers.join("\n")}\nred\nunfinished\n`);
    expect((await daemon.run("logs", pane, "-n", "3")).stdout).toBe("5000\nred\nunfinished\n");
    const [line] = (await daemon.run("logs", pane, "-n", "1", "--json")).stdout.split("\n");
    const { timeMs, text } = JSON.parse(line!);
    expect(text).toBe("unfinished");
    expect(Math.abs(Date.now() - timeMs)).toBeLessThan(60_000);
    expect((await daemon.run("logs", pane, "-n", "1", "-t")).stdout).toBe(
      `${new Date(timeMs).toISOString()} unfinished\n`,
    );
    expect((await daemon.run("logs", pane, "--raw")).stdout).toContain("\x1b[31mred\x1b[0m\r\n");
    expect((await daemon.run("logs", pane, "--raw", "-t")).status).toBe(1);
  });

  test("--follow prints new output until the pane ends", async () => {
    const pane = await sh("stty -echo; echo old; echo before; while read x; do echo got $x; done");
    await until(pane, "before");
    const following = daemon.run("logs", pane, "-f");
    for (const word of ["a", "b", "c"]) await daemon.run("send", pane, "--enter", word);
    await until(pane, "got c");
    await daemon.run("send", pane, "--key", "C-d");
    expect(await following).toEqual({ stdout: "old\nbefore\ngot a\ngot b\ngot c\n", stderr: "", status: 0 });
    expect((await daemon.run("logs", pane)).status).toBe(3);
  });

  test("--follow --lines prints the last lines of a quiet pane at once", async () => {
    const pane = await sh("printf '1\\n2\\n3\\n'; exec cat");
    await until(pane, "3");
    const output = "quiet.log";
    const line = `exec ${root}bin/mullion logs ${pane} -f -n 2 > ${output}`;
    const following = runProgram("/bin/sh", ["-c", line], { cwd: home(""), env: daemon.env });
    await waitFor(() => statSync(home(output), { throwIfNoEntry: false })?.size, "the last lines");
    await daemon.run("send", pane, "--key", "C-d");
    expect((await following).status).toBe(0);
    expect(readFileSync(home(output), "utf8")).toBe("2\n3\n");
  });

  test("--since begins at a cursor", async () => {
    const pane = await run("--", "cat");
    await daemon.run("send", pane, "--enter", "first");
    await daemon.run("wait", pane, "--until", "idle:100");
    const { cursor } = JSON.parse((await daemon.run("send", pane, "--enter", "second", "--json")).stdout);
    await until(pane, "second");
    await daemon.run("wait", pane, "--until", "idle:100");
    expect((await daemon.run("logs", pane, "--since", `${cursor}`)).stdout).toBe("second\nsecond\n");
  });

  test("megabytes are passed on at the reader's pace", async () => {
    const pane = await sh("seq 300000; echo end; exec cat");
    await until(pane, "^end$");
    const { stdout } = await daemon.run("logs", pane);
    expect(stdout.length).toBeGreaterThan(1_900_000);
    expect(stdout.startsWith("1\n2\n3\n")).toBe(true);
    expect(stdout.endsWith("299999\n300000\nend\n")).toBe(true);
  });
});

describe("replay", () => {
  const cast = (...events: unknown[]) =>
    [{ version: 3, term: { cols: 80, rows: 24 } }, ...events].map((line) => JSON.stringify(line)).join("\n");

  test("prints everything at once where nobody looks", async () => {
    writeFileSync(home("slow.cast"), cast([0, "o", "a\r\n"], [3600, "o", "b\r\n"], [1, "x", "0"]));
    expect((await daemon.run("replay", "./slow.cast")).stdout).toBe("a\r\nb\r\n");
    const events = (await daemon.run("replay", "slow.cast", "--json")).stdout.trimEnd().split("\n");
    expect(events.map((event) => JSON.parse(event).afterMs)).toEqual([0, 3_600_000]);
  });

  test("keeps the time on a terminal, halts and ends by keys", async () => {
    writeFileSync(home("long.cast"), cast([0, "o", "first"], [1, "o", " second"], [3600, "o", " third"]));
    const mullion = `${root}bin/mullion`;
    const pane = await run(
      "--keep",
      "--",
      mullion,
      "replay",
      "long.cast",
      "--idle-limit",
      "1h",
      "--speed",
      "10",
    );
    await until(pane, "first second");
    expect((await daemon.run("capture", pane)).stdout).not.toContain("third");
    await daemon.run("send", pane, "--key", "q");
    expect((await daemon.run("wait", pane, "-t", "10")).stdout).toBe("0\n");
  });

  test("a pane's own recording, and its pauses made short", async () => {
    const source = await sh("printf 'one '; sleep 1; printf two; exec cat");
    await until(source, "two");
    const pane = await run("--keep", "--", `${root}bin/mullion`, "replay", source, "-i", "50ms");
    expect((await daemon.run("wait", pane, "-t", "10")).stdout).toBe("0\n");
    expect((await daemon.run("capture", pane, "--lines", "50")).stdout).toContain("one two");
  });

  test.each([
    [["./none.cast"], "no such file or directory"],
    [["./bad.cast"], "is not a recording"],
    [["%9999"], "there is no pane %9999"],
    [["slow.cast", "--speed", "0"], "--speed needs a number above 0"],
  ])("%j is an error", async (argv, sentence) => {
    writeFileSync(home("bad.cast"), "hello\n");
    const { stderr, status } = await daemon.run("replay", ...argv);
    expect(stderr).toContain(sentence);
    expect(status).toBe(1);
  });
});
