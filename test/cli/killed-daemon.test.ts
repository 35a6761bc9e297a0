import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTerminal } from "../attach/outer-terminal.ts";
import { root } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { type Outcome, runProgram } from "../fixtures/run-program.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { verbsOf } from "./verbs-of.ts";

/**
 * A client whose daemon is killed repeats its call. The next daemon continues the answer where the previous one was,
 * although the pane has printed more since then.
 */

const daemon = daemonForAll();
const { sh } = verbsOf(daemon);

const home = (name: string) => join(daemon.env.HOME!, name);
const contents = (name: string) => (existsSync(home(name)) ? readFileSync(home(name), "utf8") : "");

/** Five numbered lines, then an echo of each line that is typed, until the end of input. */
const ECHO = "stty -echo; printf '1\\n2\\n3\\n4\\n5\\n'; while read x; do echo got $x; done; exit 4";

/** A busy machine starts several daemons while a call follows. */
const PATIENT = { timeoutMs: 50_000 };

/** Runs `mullion argv…` with its output in a file, so that a test sees the output before the end. */
function into(file: string, ...argv: string[]) {
  const line = ["exec", `${root}bin/mullion`, ...argv, ">", home(file)].join(" ");
  return runProgram("/bin/sh", ["-c", line], { cwd: daemon.env.HOME!, env: daemon.env, ...PATIENT });
}

const shows = (file: string, text: string) =>
  waitFor(
    () => contents(file).includes(text),
    () => `${JSON.stringify(text)} in ${JSON.stringify(contents(file))}`,
    40_000,
  );

const type = (pane: string, text: string) => daemon.run("send", pane, "--enter", text);
const end = (pane: string) => daemon.run("send", pane, "--key", "C-d");

/** On a busy machine a client also says on stderr that it waits for the daemon. */
async function succeeds(call: Promise<Outcome>): Promise<Outcome> {
  const outcome = await call;
  expect(outcome).toMatchObject({ status: 0 });
  return outcome;
}

/** Waits for a line that matches. */
const until = (pane: string, line: string) =>
  succeeds(daemon.run("wait", pane, "--until", `match:${line}`, "-t", "40", PATIENT));

/** All text of a recording, each of whose lines must be JSON. */
function textOf(cast: string): string {
  const [header, ...events] = cast
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(header.version).toBe(3);
  return events.map(([, code, data]) => (code === "o" ? data : "")).join("");
}

/** Each line also sets a title, which the header of a recording that begins later would have. */
const TITLED = ECHO.replace("echo got $x", "printf '\\033]2;the title of %s\\007got %s\\n' $x $x");
const RECORDED = `1\r\n2\r\n3\r\n4\r\n5\r\n${["é", "b", "c"].map((x) => `\x1b]2;the title of ${x}\x07got ${x}\r\n`).join("")}`;

describe("logs --follow", () => {
  test.each([
    ["-n 2", ["-n", "2"], "4\n5\n"],
    ["from the beginning", [], "1\n2\n3\n4\n5\n"],
  ])("%s: a killed daemon loses and repeats no line", async (name, options, first) => {
    const file = `${name.replaceAll(" ", "")}.log`;
    const pane = await sh(ECHO);
    await until(pane, "5");
    const following = into(file, "logs", pane, "-f", ...options);
    await shows(file, first); // The last lines are counted before the next one is printed.
    await type(pane, "a");
    await shows(file, "got a\n");
    for (const words of [
      ["b", "c"],
      ["d", "e"],
    ]) {
      await daemon.kill9();
      for (const word of words) await type(pane, word);
      await shows(file, `got ${words[1]}\n`);
    }
    await end(pane);
    await succeeds(following);
    expect(contents(file)).toBe(`${first}got a\ngot b\ngot c\ngot d\ngot e\n`);
  });
});

describe("record --follow", () => {
  test("a killed daemon loses and repeats no byte on standard output", async () => {
    const pane = await sh(TITLED, "--keep");
    await until(pane, "5");
    const following = into("stdout.cast", "record", pane, "-F");
    await type(pane, "é");
    await shows("stdout.cast", "é");
    await daemon.kill9();
    for (const word of ["b", "c"]) await type(pane, word);
    await shows("stdout.cast", "got c");
    await end(pane);
    await succeeds(following);
    expect(textOf(contents("stdout.cast"))).toBe(RECORDED);
    expect(contents("stdout.cast")).toMatch(/"x","4"\]\n$/);
  });

  test.each([
    [[], "new.cast"],
    [["--force"], "forced.cast"],
  ])("%j: the next daemon continues the file", async (options, file) => {
    const pane = await sh(TITLED, "--keep");
    await until(pane, "5");
    const following = daemon.run("record", pane, "-F", "-o", file, "--json", ...options, PATIENT);
    await waitFor(() => existsSync(home(file)), "the file");
    await type(pane, "é");
    await until(pane, "got é");
    await daemon.kill9();
    for (const word of ["b", "c"]) await type(pane, word);
    await until(pane, "got c");
    await end(pane);
    const { stdout } = await succeeds(following);
    const cast = contents(file);
    expect(textOf(cast)).toBe(RECORDED);
    expect(JSON.parse(stdout)).toEqual({
      pane,
      file: home(file),
      events: cast.trimEnd().split("\n").length - 1,
      bytes: Buffer.byteLength(cast),
    });
  });
});

test("daemons that are killed while a pane prints lose and repeat nothing", async () => {
  const lines = Array.from({ length: 2_000 }, (_, index) => `line ${index + 1} é`);
  const print =
    "for x in $(seq 500); do i=$((i+1)); echo line $i é; [ $((i % 20)) != 0 ] || sleep 0.02; done";
  const pane = await sh(`stty -echo; i=0; echo ready; while read x; do ${print}; done`, "--keep");
  await until(pane, "ready");
  const following = [
    into("busy.log", "logs", pane, "-f", "-n", "1"),
    into("busy.raw", "logs", pane, "-f", "--raw"),
    into("busy.cast", "record", pane, "-F"),
    daemon.run("record", pane, "-F", "-o", "file.cast", PATIENT),
  ];
  await waitFor(() => existsSync(home("file.cast")), "the file");
  await shows("busy.log", "ready\n");
  for (const number of [100, 600, 1_100, 1_600]) {
    await type(pane, "");
    await shows("busy.log", `line ${number} é\n`);
    await daemon.kill9();
  }
  for (const file of ["busy.log", "busy.raw", "busy.cast"]) await shows(file, "line 2000 é");
  await end(pane);
  await Promise.all(following.map(succeeds));
  const printed = (text: string) => text.split(/\r?\n/).filter((line) => line.startsWith("line"));
  expect(printed(contents("busy.log"))).toEqual(lines);
  expect(printed(contents("busy.raw"))).toEqual(lines);
  expect(printed(textOf(contents("busy.cast")))).toEqual(lines);
  expect(printed(textOf(contents("file.cast")))).toEqual(lines);
});

/** A program that reads nothing. */
const BUSY = "stty raw -echo; echo ready; exec sleep 600";
/** What an agent shows when it asks. */
const DIALOG = "\x1b[HProceed?\r\n❯ 1. Yes\r\n  2. No\r\n\r\nEsc to cancel";

describe("a time limit", () => {
  async function busy(): Promise<string> {
    const pane = await sh(BUSY);
    await until(pane, "ready");
    return pane;
  }

  /** An agent that asks, and reads nothing. */
  async function asking(): Promise<string> {
    const show = `process.stdin.setRawMode(true); process.stdout.write(${JSON.stringify(DIALOG)})`;
    writeFileSync(home("claude"), `${show}; setInterval(() => {}, 1e6)`);
    const pane = (await succeeds(daemon.run("run", "--", process.execPath, home("claude")))).stdout.trim();
    await succeeds(daemon.run("wait", pane, "-u", "state:waiting", "-t", "10"));
    return pane;
  }

  test.each([
    ["send", busy, ["--enter", "text"]],
    ["answer", asking, ["2"]],
  ])("of %s is over when the first daemon's would have been", async (verb, start, words) => {
    const panes = [await start(), await start(), await start()] as const;
    const late = async (pane: string, time: string) => {
      const { status, stderr } = await daemon.run(verb, pane, "-t", time, ...words, PATIENT);
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining(`did not read everything within ${time} s`),
      ]);
      return time;
    };
    const interrupted = late(panes[0], "5");
    await late(panes[1], "2");
    await daemon.kill9();
    // This one begins with the next daemon, long before a call of 5 seconds that begins there would end.
    const later = late(panes[2], "4.2");
    expect(await Promise.race([interrupted, later])).toBe("5");
    await later;
    await daemon.run("kill", ...panes);
  });
});

test("an answer that the program has read is not refused by the next daemon", async () => {
  const keys = home("keys");
  const stop = home("stop");
  // It draws without a pause, so the call lasts until its time is over.
  const script = [
    `const { existsSync, appendFileSync } = require("node:fs");`,
    `process.stdin.setRawMode(true);`,
    `process.stdout.write("Allow? [y/N] ");`,
    `process.stdin.once("data", (key) => {`,
    `  process.stdout.write("\\r\\nworking\\r\\n");`,
    `  appendFileSync(${JSON.stringify(keys)}, key);`,
    `  process.stdin.on("data", (key) => appendFileSync(${JSON.stringify(keys)}, key));`,
    `  setInterval(() => existsSync(${JSON.stringify(stop)}) || process.stdout.write("."), 3);`,
    `});`,
  ];
  writeFileSync(home("asks.cjs"), script.join("\n"));
  const pane = await succeeds(daemon.run("run", "--", process.execPath, home("asks.cjs"))).then(
    ({ stdout }) => stdout.trim(),
  );
  await succeeds(daemon.run("wait", pane, "-u", "state:waiting"));
  const answering = daemon.run("answer", pane, "y", "-t", "30", PATIENT);
  await waitFor(() => contents("keys") === "y", "the key to be read");
  await daemon.kill9();
  const shown = await daemon.run("explain", pane, "--json");
  expect(JSON.parse(shown.stdout).state).toBe("working");
  writeFileSync(stop, "");
  expect(await answering).toMatchObject({ status: 0 });
  expect(contents("keys")).toBe("y");
  await daemon.run("kill", pane);
});

describe("standard error on a terminal", () => {
  /** Runs `mullion argv…` on a terminal, and ends its pane together with the daemon once it shows what it waits for. */
  async function ended(pane: string, shown: string, ...argv: string[]) {
    const terminal = await openTerminal(daemon, `mullion ${argv.join(" ")}; echo status $?; cat`);
    await terminal.see(shown);
    await daemon.kill9();
    await daemon.run("kill", pane);
    await terminal.see(/^status \d/m);
    expect(terminal.text).not.toContain(shown);
    // On a busy machine the client also says that it waits for the daemon.
    return terminal.text.trim().split(/ *\n/).slice(-2);
  }

  test("the next daemon's message is printed in the place of the progress line", async () => {
    const pane = await sh(ECHO);
    const lines = await ended(pane, `waiting for match:never in ${pane}`, "wait", pane, "-u", "match:never");
    expect(lines).toEqual([`mullion: pane ${pane} has ended`, "status 3"]);
  });

  test("also for a text that no program reads", async () => {
    const pane = await sh(BUSY);
    await until(pane, "ready");
    const lines = await ended(pane, `${pane} has not read everything yet`, "send", pane, "--enter", "text");
    expect(lines).toEqual([expect.stringMatching(`^mullion: .*${pane}.* ended`), "status 3"]);
  });

  test("what the next daemon repeats is not printed again", async () => {
    const events = [
      [0, "o", "first\r\n"],
      [2, "o", "second\r\n"],
    ];
    const lines = [{ version: 2, width: 200, height: 50 }, ...events].map((line) => JSON.stringify(line));
    writeFileSync(home("wide.cast"), `${lines.join("\n")}\n`);
    const terminal = await openTerminal(daemon, "mullion replay wide.cast </dev/null; echo status $?; cat");
    await terminal.see("first");
    await daemon.kill9();
    await terminal.see("status 0");
    for (const text of ["It was recorded at 200x50", "first", "second"])
      expect(terminal.output.split(text)).toHaveLength(2);
  });
});
