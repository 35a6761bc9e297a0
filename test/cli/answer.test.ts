import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need, programPath } from "../setup/need.ts";
import { verbsOf } from "./verbs-of.ts";

const daemon = daemonForAll();
const { run, sh, until } = verbsOf(daemon);

const answer = (...argv: string[]) => daemon.run("answer", ...argv);

/** Waits until the pane asks a question that begins like this; resolves to the time since when. */
async function asks(pane: string, question: string): Promise<number> {
  const standing = await waitFor(async () => {
    const shown = JSON.parse(await outputOf(daemon.run("explain", pane, "--json")));
    return shown.state === "waiting" && String(shown.question).startsWith(question) ? shown : undefined;
  }, `the question ${question}`);
  return standing.since;
}

/** Runs a script of Node under the name of an agent. */
function runAgent(name: string, ...script: string[]): Promise<string> {
  const program = join(daemon.dir, name);
  writeFileSync(program, script.join("\n"));
  return run("--", process.execPath, program);
}

const ASK_TWICE = `for i in 1 2; do printf 'Allow? [y/N] '; read -r a; echo "<$i:$a>"; done; sleep 1000`;

test("a line gets its Enter, an empty one is Enter alone", async () => {
  const pane = await sh(ASK_TWICE);
  await asks(pane, "Allow?");
  expect(await answer(pane, "yes, but carefully")).toEqual({ stdout: "", stderr: "", status: 0 });
  await until(pane, "<1:yes, but carefully>");
  await waitFor(async () => (await answer(pane, "")).status === 0, "the second question");
  await until(pane, "<2:>");
});

test("of several answers to one question, one is typed", async () => {
  const pane = await sh(ASK_TWICE);
  await asks(pane, "Allow?");
  const answers = await Promise.all(["y", "n", "1", "2"].map((text) => answer(pane, text)));
  const refused = answers.filter(({ status }) => status !== 0);
  expect(refused.map(({ stderr }) => stderr)).toEqual(
    Array.from({ length: 3 }, () => expect.stringMatching(/^mullion: pane %\d+ was answered already/)),
  );
  await until(pane, "<1:[yn12]>");
  expect(await outputOf(daemon.run("capture", pane))).not.toContain("<2:");
});

test("an answer to an earlier question is refused, whatever is asked now", async () => {
  const pane = await sh("printf 'First? '; read -r a; printf 'Second? '; read -r b; echo \"<$a,$b>\"; cat");
  const since = await asks(pane, "First?");
  expect((await answer(pane, "--since", `${since}`, "one")).status).toBe(0);
  const next = await asks(pane, "Second?");
  expect(await answer(pane, "--since", `${since}`, "one")).toEqual({
    stdout: "",
    stderr: `mullion: pane ${pane} was answered already, and asks now: Second?\n`,
    status: 4,
  });
  expect((await answer(pane, "--since", `${next}`, "two")).status).toBe(0);
  await until(pane, "<one,two>");
});

test("an answer to an earlier question is refused, also if the same is asked again", async () => {
  const pane = await sh(ASK_TWICE);
  const since = await asks(pane, "Allow?");
  expect((await answer(pane, "--since", `${since}`, "one")).status).toBe(0);
  await until(pane, "<1:one>");
  await waitFor(async () => (await asks(pane, "Allow?")) !== since, "the second question");
  expect(await answer(pane, "--since", `${since}`, "two")).toEqual({
    stdout: "",
    stderr: `mullion: pane ${pane} was answered already, and asks now: Allow? [y/N]\n`,
    status: 4,
  });
  await daemon.run("kill", pane);
});

test("an answer to an earlier dialog of an agent is refused, also if it draws the same one in its place", async () => {
  const keys = join(daemon.dir, "keys");
  const dialog = "\x1b[HProceed?\r\n❯ 1. Yes\r\n  2. No\r\n\r\nEsc to cancel";
  const pane = await runAgent(
    "claude",
    `const ask = () => process.stdout.write(${JSON.stringify(dialog)});`,
    "process.stdin.setRawMode(true).on('data', (key) => {",
    `  require("node:fs").appendFileSync(${JSON.stringify(keys)}, key);`,
    "  ask();",
    "});",
    "ask();",
  );
  const since = await asks(pane, "Proceed?");
  expect((await answer(pane, "--since", `${since}`, "2")).status).toBe(0);
  // Another caller tries until nothing speaks against its answer but the question that it has seen.
  await waitFor(async () => {
    const { stderr, status } = await answer(pane, "--since", `${since}`, "2");
    expect({ stderr, status }).toMatchObject({ status: 4, stderr: expect.stringContaining("was answered") });
    return stderr.includes("asks now: Proceed?");
  }, "the refusal that names the next question");
  expect(readFileSync(keys, "utf8")).toBe("2");
  const next = await asks(pane, "Proceed?");
  expect((await answer(pane, "--since", `${next}`, "2")).status).toBe(0);
  await waitFor(() => readFileSync(keys, "utf8") === "22", "the second answer");
  await daemon.run("kill", pane);
});

test("after an answer, a wait for a question ends with the next one", async () => {
  const pane = await sh("printf 'First? '; read -r a; printf 'Second? '; read -r b; echo \"<$a,$b>\"; cat");
  await asks(pane, "First?");
  expect((await answer(pane, "one")).status).toBe(0);
  await outputOf(daemon.run("wait", pane, "--until", "state:waiting", "--timeout", "10"));
  expect(JSON.parse(await outputOf(daemon.run("explain", pane, "--json"))).question).toBe("Second?");
  expect((await answer(pane, "two")).status).toBe(0);
  await until(pane, "<one,two>");
});

test("an answer is one line: its end is no answer to the next question", async () => {
  const pane = await sh(ASK_TWICE);
  const since = await asks(pane, "Allow?");
  const { stderr, status } = await answer(pane, "one\ntwo");
  expect(stderr).toBe(`mullion: pane ${pane} reads one line, and the answer has several lines\n`);
  expect(status).toBe(1);
  expect((await answer(pane, "one\n")).status).toBe(0);
  await until(pane, "<1:one>");
  await waitFor(async () => (await asks(pane, "Allow?")) !== since, "the second question");
  expect(await outputOf(daemon.run("capture", pane))).not.toContain("<2:");
  await daemon.run("kill", pane);
});

test("a pane that does not wait is not typed into", async () => {
  const pane = await sh("echo busy; while :; do :; done");
  await until(pane, "busy");
  const { stderr, status } = await answer(pane, "y");
  expect(stderr).toMatch(/^mullion: pane %\d+ does not wait for an answer: it is working \(/);
  expect(status).toBe(4);
  expect((await daemon.run("capture", pane)).stdout).toBe("busy\n");
  await daemon.run("kill", pane);
});

test.runIf(need("bash"))("a question that was reported is answered when the agent shows it", async () => {
  // Codex discards the keys that were typed before it asks.
  const program = join(daemon.dir, "codex");
  const script = [
    "stty -icanon -echo; echo starts; mullion report waiting --question 'Run it?'",
    "sleep 1; read -r -t 0.01 -n 1000 lost; printf 'Run it?\\n\u203a 1. Yes\\n  2. No\\nPress enter to confirm'",
    'read -r -n1 a; printf "\\n<$lost,$a>"; exec sleep 600',
  ];
  writeFileSync(program, script.join("\n"));
  const pane = await run("--", programPath("bash"), program);
  await asks(pane, "Run it?");
  expect(await outputOf(daemon.run("capture", pane))).not.toContain("Press enter");
  expect((await answer(pane, "2")).status).toBe(0);
  await until(pane, "<,2>");
});

test("an answer that follows the question at once is typed when the agent takes it", async () => {
  // Claude Code 2.1.327 ignores the keys of the first 200 ms.
  const dialog = "\x1b[HProceed?\r\n❯ 1. Yes\r\n  2. No\r\n\r\nEsc to cancel";
  const pane = await runAgent(
    "claude",
    `process.stdout.write(${JSON.stringify(dialog)});`,
    "const shown = Date.now();",
    "process.stdin.setRawMode(true).on('data', (key) => {",
    "  if (Date.now() - shown > 200) process.stdout.write(`\\x1b[2J<${key}>`);",
    "});",
  );
  await asks(pane, "Proceed?");
  expect((await answer(pane, "2")).status).toBe(0);
  await until(pane, "<2>");
  await daemon.run("kill", pane);
});

test.each([
  ["1", "Review"],
  ["2", "Trust"],
])("answer %s accepts a choice of a list in which a number only selects", async (text, label) => {
  const pane = await runAgent(
    "codex",
    'const labels = ["Review", "Trust"];',
    "let at = 0;",
    "const line = (label, each) => `${each === at ? '›' : ' '} ${each + 1}. ${label}\\r\\n`;",
    "const draw = () => process.stdout.write(`\\x1b[2J\\x1b[HHooks need review\\r\\n${labels.map(line).join('')}enter confirm`);",
    "process.stdin.setRawMode(true).on('data', (keys) => {",
    "  for (const key of String(keys)) {",
    "    if (key === '\\r') process.stdout.write(`\\x1b[2J<${labels[at]}>`);",
    "    else { at = Number(key) - 1; draw(); }",
    "  }",
    "});",
    "draw();",
  );
  await outputOf(daemon.run("wait", pane, "--until", "state:waiting", "--timeout", "10"));
  expect(await answer(pane, text)).toEqual({ stdout: "", stderr: "", status: 0 });
  await until(pane, `<${label}>`);
  await daemon.run("kill", pane);
});

describe.runIf(need("bash"))("one key", () => {
  test("of a program that reads keys is not followed by Enter", async () => {
    const script = `read -r -n1 -p 'Sure? ' a; echo; read -r -p 'Name? ' b; echo "<$a,$b>"; exec cat`;
    const pane = await run("--", programPath("bash"), "-c", script);
    await asks(pane, "Sure?");
    expect((await answer(pane, "y")).status).toBe(0);
    await asks(pane, "Name?");
    expect((await answer(pane, "x")).status).toBe(0);
    await until(pane, "<y,x>");
  });

  test("in a line that the program edits itself is followed by Enter", async () => {
    const script = `read -r -e -p 'Sure? ' a; echo "<$a>"; exec cat`;
    const pane = await run("--", programPath("bash"), "-c", script);
    await asks(pane, "Sure?");
    expect((await answer(pane, "y")).status).toBe(0);
    await until(pane, "<y>");
  });
});
