import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { need, programPath } from "../setup/need.ts";
import { callTool, type Era, openMcp, resultOf } from "./mcp-client.ts";

const daemon = daemonForAll();

const WAYS = [
  ["stdio", "legacy"],
  ["stdio", "modern"],
  ["http", "legacy"],
  ["http", "modern"],
] as const satisfies readonly (readonly ["stdio" | "http", Era])[];

describe.each(WAYS)("over %s, %s", (over, era) => {
  let client: Client;
  beforeAll(async () => {
    client = await openMcp(daemon, over, { era, team: `${over} ${era}` });
  });
  afterAll(() => client.close());

  test("the server says what it is, how to use it safely, and which tools it has", async () => {
    expect(client.getServerVersion()).toMatchObject({ name: "mullion" });
    expect(client.getInstructions()).toMatch(/Wait, do not poll[\s\S]*Read before you type/);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "list",
      "read",
      "answer",
      "send_text",
      "send_keys",
      "wait",
      "spawn",
      "kill",
      "search",
      "explain",
      "record",
    ]);
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect(description, name).toMatch(/\.$/);
      expect(inputSchema, name).toMatchObject({ type: "object", additionalProperties: false });
      expect(outputSchema, name).toMatchObject({ type: "object" });
      expect(annotations?.readOnlyHint, name).toBe(
        ["list", "read", "wait", "search", "explain"].includes(name),
      );
    }
  });

  test("a pane that a person has started is listed under the name of its session", async () => {
    const name = `named-${over}-${era}`;
    const started = await daemon.run("run", "-n", name, "--", "cat");
    const pane = started.stdout.trim();
    const person = await openMcp(daemon, over, { era, all: true });
    const { text } = await callTool(person, "list", {});
    await person.close();
    expect(text.split("\n").find((line) => line.includes(`  ${pane}  `))).toContain(`  ${pane}  ${name}  `);
    await daemon.run("kill", pane);
  });

  test("a program is started, asked, read, and ended", async () => {
    const script = 'echo ready; while read -r line; do echo "got $line"; done';
    const { id, pane } = await resultOf(client, "spawn", { command: ["sh", "-c", script], name: "echoing" });
    expect(pane).toMatch(/^%\d+$/);
    expect(await resultOf(client, "wait", { pane: "echoing", until: "text", text: "ready" })).toMatchObject({
      outcome: "met",
      id,
      line: "ready",
    });
    const look = await resultOf(client, "read", { pane: id });
    expect(look).toMatchObject({ id, text: "ready", cut: 0 });
    const typed = await resultOf(client, "send_text", {
      pane: id,
      text: "hello",
      submit: true,
      if_unchanged_since: look.cursor,
    });
    const since = typed.cursor;
    expect(
      await resultOf(client, "wait", { pane: id, until: "regex", regex: "^got h", since }),
    ).toMatchObject({
      outcome: "met",
      line: "got hello",
    });
    expect((await resultOf(client, "read", { pane: id, since })).text).toBe("hello\ngot hello");
    expect((await resultOf(client, "read", { pane: id, lines: 1 })).text).toBe("got hello");
    await resultOf(client, "send_keys", { pane: id, keys: ["x", "Enter"] });
    await resultOf(client, "wait", { pane: id, until: "text", text: "got x" });
    const { matches, more } = await resultOf(client, "search", { pattern: "GOT", ignore_case: true });
    expect({ texts: matches.map(({ text }: { text: string }) => text), more }).toEqual({
      texts: ["got hello", "got x"],
      more: false,
    });
    const { panes } = await resultOf(client, "list");
    expect(panes).toEqual([expect.objectContaining({ id, pane, name: "echoing", self: false })]);
    expect(await resultOf(client, "kill", { pane: id })).toMatchObject({ exited: true });
    expect((await resultOf(client, "read", { pane: id })).text).toContain("got x");
    expect(await resultOf(client, "list")).toEqual({ panes: [], left_out: 0 });
    const ended = await resultOf(client, "search", { pattern: "got x", panes: [id] });
    expect(ended.matches).toMatchObject([{ id, text: "got x" }]);
  });

  test("states: a question is seen, explained, and answered", async () => {
    const { id } = await resultOf(client, "spawn", {
      command: [
        "sh",
        "-c",
        'printf "Overwrite the file? [y/N] "; read -r answer; echo "said $answer"; exec sleep 600',
      ],
    });
    const states = ["waiting", "failed", "done"];
    const met = await resultOf(client, "wait", { pane: id, until: "state", states, timeout_seconds: 30 });
    expect(met).toMatchObject({ outcome: "met", id, state: "waiting" });
    expect(met.question).toContain("Overwrite the file?");
    expect(await resultOf(client, "explain", { pane: id })).toMatchObject({
      state: "waiting",
      rule: expect.any(String),
      confidence: expect.any(Number),
    });
    expect((await resultOf(client, "list", { states: ["waiting"] })).panes).toEqual([
      expect.objectContaining({ id, state: "waiting", question: met.question }),
    ]);
    const late = { pane: id, text: "n", since: met.since - 1 };
    expect(await callTool(client, "answer", late)).toMatchObject({
      isError: true,
      text: expect.stringMatching(/was answered already.*`read` the pane before you type$/),
    });
    const answers = ["y", "n"].map((text) =>
      callTool(client, "answer", { pane: id, text, since: met.since }),
    );
    expect((await Promise.all(answers)).filter(({ isError }) => !isError)).toHaveLength(1);
    await resultOf(client, "wait", { pane: id, until: "regex", regex: "said (y|n)" });
    await resultOf(client, "kill", { pane: id });
  });

  test("an exit is waited for, whichever of the panes it is", async () => {
    const stays = (await resultOf(client, "spawn", { command: ["sleep", "600"] })).id;
    const ends = (await resultOf(client, "spawn", { command: ["sh", "-c", "read -r x; exit 7"] })).id;
    const waiting = resultOf(client, "wait", { pane: [stays, ends], until: "exit" });
    await resultOf(client, "send_keys", { pane: ends, keys: ["Enter"] });
    expect(await waiting).toMatchObject({ outcome: "met", id: ends, exit_code: 7 });
    expect(
      await resultOf(client, "wait", { pane: stays, until: "exit", timeout_seconds: 0.1 }),
    ).toMatchObject({
      outcome: "timed_out",
      id: stays,
    });
    await resultOf(client, "kill", { pane: stays });
  });

  test("a program that ends in one of several states meets the wait, however the states are ordered", async () => {
    for (const states of [
      ["waiting", "failed", "done"],
      ["done", "failed", "waiting"],
    ]) {
      const { id } = await resultOf(client, "spawn", { command: ["sh", "-c", "read -r x"] });
      const waiting = resultOf(client, "wait", { pane: id, until: "state", states });
      await resultOf(client, "send_keys", { pane: id, keys: ["Enter"] });
      expect(await waiting).toMatchObject({ outcome: "met", id, exit_code: 0 });
      const ended = { pane: id, until: "state", states };
      expect(await resultOf(client, "wait", ended)).toMatchObject({ outcome: "met", id, exit_code: 0 });
      const never = { pane: id, until: "state", states: ["waiting", "failed"] };
      expect(await resultOf(client, "wait", never)).toMatchObject({ outcome: "exited", id, exit_code: 0 });
    }
  });

  test("a line after a cursor is found although its program has ended", async () => {
    const script = "read -r x; seq 300; echo built 7; seq 300; exit 3";
    const { id } = await resultOf(client, "spawn", { command: ["sh", "-c", script] });
    const { cursor: since } = await resultOf(client, "send_text", { pane: id, text: "go", submit: true });
    expect(await resultOf(client, "wait", { pane: id, until: "exit" })).toMatchObject({ outcome: "met" });
    const look = { pane: id, until: "regex", regex: "^built" };
    expect(await resultOf(client, "wait", { ...look, since })).toMatchObject({
      outcome: "met",
      line: "built 7",
      exit_code: 3,
    });
    const { cursor: end } = await resultOf(client, "read", { pane: id });
    expect(await resultOf(client, "wait", { ...look, since: end })).toMatchObject({ outcome: "exited" });
  });

  test("a pane that stays after its program ended is listed, explained and read", async () => {
    const name = `kept${over}${era}`;
    const everyone = await openMcp(daemon, over, { era, all: true });
    const ended = ["sh", "-c", "echo last words; exit 3"];
    expect((await daemon.run("run", "--keep", "-n", name, "--", ...ended)).status).toBe(0);
    expect((await daemon.run("wait", name, "--until", "state:failed")).status).toBe(0);
    const { panes } = await resultOf(everyone, "list", { session: name, states: ["failed"] });
    expect(panes).toEqual([expect.objectContaining({ state: "failed", unread: true, exit_code: 3 })]);
    expect(await resultOf(everyone, "explain", { pane: name })).toMatchObject({ rule: "end" });
    expect((await resultOf(everyone, "read", { pane: name, lines: 100 })).text).toContain("last words");
    expect(await callTool(everyone, "send_text", { pane: name, text: "x" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("has exited"),
    });
    expect(await resultOf(everyone, "list", { session: name })).toMatchObject({
      panes: [{ id: panes[0].id }],
    });
    await everyone.close();
    await daemon.run("kill", name);
  });

  test("a recording is written once", async () => {
    const { id } = await resultOf(client, "spawn", {
      command: ["sh", "-c", "echo recorded; exec sleep 600"],
    });
    await resultOf(client, "wait", { pane: id, until: "text", text: "recorded" });
    const file = join(daemon.dir, `${over}-${era}.cast`);
    expect(await resultOf(client, "record", { pane: id, file })).toMatchObject({ id, file });
    expect(readFileSync(file, "utf8")).toContain("recorded");
    expect(await callTool(client, "record", { pane: id, file })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/exists already$/),
    });
    await resultOf(client, "kill", { pane: id });
  });

  test("nothing is typed into a pane that went on since it was read", async () => {
    const { id } = await resultOf(client, "spawn", { command: ["cat"] });
    await resultOf(client, "send_text", { pane: id, text: "first", submit: true });
    await resultOf(client, "wait", { pane: id, until: "regex", regex: "^first$" });
    const answer = { pane: id, text: "late", submit: true, if_unchanged_since: 0 };
    expect(await callTool(client, "send_text", answer)).toMatchObject({
      isError: true,
      text: expect.stringMatching(/bytes, not 0 as when you looked, so nothing was typed: `read` it again/),
      code: "out-of-date",
    });
    expect((await resultOf(client, "read", { pane: id })).text).not.toContain("late");
    await resultOf(client, "kill", { pane: id });
  });

  test.runIf(need("bash"))("of several texts that follow one read, one is typed", async () => {
    const { id } = await resultOf(client, "spawn", { command: [programPath("bash"), "--norc"] });
    await resultOf(client, "wait", { pane: id, until: "state", states: ["idle"] });
    const { cursor } = await resultOf(client, "read", { pane: id });
    const typed = await Promise.all(
      ["one", "two", "three"].map((text) =>
        callTool(client, "send_text", {
          pane: id,
          text: `: ${text}`,
          submit: true,
          if_unchanged_since: cursor,
        }),
      ),
    );
    expect(typed.map(({ code }) => code).sort()).toEqual(["out-of-date", "out-of-date", undefined]);
    expect((await resultOf(client, "read", { pane: id })).text.match(/: (one|two|three)/g)).toHaveLength(1);
    await resultOf(client, "kill", { pane: id });
  });

  test("an answer to a program that asks nothing is rejected", async () => {
    const { id } = await resultOf(client, "spawn", { command: ["sleep", "600"] });
    expect(await callTool(client, "answer", { pane: id, text: "y", since: 0 })).toMatchObject({
      isError: true,
      text: expect.stringMatching(
        /does not wait for an answer: it is working .*: `read` the pane before you type/,
      ),
      code: "not-waiting",
    });
    await resultOf(client, "kill", { pane: id });
  });

  test.each([
    [
      "read",
      { pane: "nobody" },
      /^there is no pane "nobody" in the team .*: `list` shows the panes .* --all$/,
    ],
    ["read", { pane: "ctx_999999" }, /no context "ctx_999999" in the team .*: `list` shows/],
    ["explain", { pane: "ctx_999999" }, /no context "ctx_999999" in the team .*: `list` shows/],
    ["spawn", { command: ["/no/such/program"] }, /no\/such\/program/],
    ["spawn", { command: ["true"], cwd: "here" }, /cwd is not an absolute path/],
    ["wait", { pane: "x", until: "luck" }, /Invalid arguments for tool wait/],
    ["read", { pane: "x", line: 3 }, /Unrecognized key: "line"/],
  ])("a wrong call of %s with %o is a sentence", async (tool, given, sentence) => {
    expect(await callTool(client, tool, given)).toMatchObject({
      isError: true,
      text: expect.stringMatching(sentence),
    });
  });

  test("a missing argument of wait and an unknown key are sentences", async () => {
    const { id } = await resultOf(client, "spawn", { command: ["cat"] });
    const text = async (tool: string, given: object) =>
      (await callTool(client, tool, { pane: id, ...given })).text;
    expect(await text("wait", { until: "text" })).toBe("until text needs text");
    expect(await text("wait", { until: "state" })).toMatch(/^until state needs states, such as/);
    expect(await text("wait", { until: "regex", regex: "(" })).toMatch(
      /no POSIX extended regular expression/,
    );
    expect(await text("send_keys", { keys: ["Nonsense"] })).toMatch(
      /no key "Nonsense": keys have the names of tmux/,
    );
    expect(await text("read", { since: 1_000_000 })).toMatch(/beyond them/);
    await resultOf(client, "kill", { pane: id });
  });
});

describe("over stdio", () => {
  let client: Client;
  beforeAll(async () => {
    client = await openMcp(daemon, "stdio", { cwd: daemon.dir });
  });
  afterAll(() => client.close());

  test("a program starts in the directory of the server, unless the agent names one", async () => {
    const directoryOf = async (given: object) => {
      const { id } = await resultOf(client, "spawn", { command: ["pwd"], ...given });
      await resultOf(client, "wait", { pane: id, until: "exit" });
      return (await resultOf(client, "read", { pane: id })).text.replaceAll("\n", "");
    };
    expect(await directoryOf({})).toBe(realpathSync(daemon.dir));
    expect(await directoryOf({ session: "of-its-own" })).toBe(realpathSync(daemon.dir));
    expect(await directoryOf({ cwd: "/" })).toBe("/");
  });

  test("a name that the agent gave stands for its pane after the end of the program", async () => {
    const { id } = await resultOf(client, "spawn", {
      command: ["sh", "-c", "echo brief; exit 3"],
      name: "brief",
    });
    await resultOf(client, "wait", { pane: id, until: "exit" });
    const ended = await resultOf(client, "wait", { pane: "brief", until: "exit" });
    expect(ended).toMatchObject({ outcome: "met", id, exit_code: 3 });
    expect(await resultOf(client, "read", { pane: "brief" })).toMatchObject({ id, text: "brief" });
    const typed = await callTool(client, "send_text", { pane: "brief", text: "x" });
    expect(typed).toMatchObject({ isError: true, code: "context-exited" });
    const next = await resultOf(client, "spawn", { command: ["cat"], name: "brief" });
    expect(await resultOf(client, "read", { pane: "brief" })).toMatchObject({ id: next.id });
    await resultOf(client, "kill", { pane: "brief" });
  });
});
