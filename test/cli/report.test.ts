import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { PaneStanding } from "../../src/core/agent/agent-state.ts";
import { root, type TestDaemon } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { verbsOf } from "./verbs-of.ts";

const daemon = daemonForAll();
const { run } = verbsOf(daemon);

const SILENT = { stdout: "", stderr: "", status: 0 };
const standing = async (pane: string) =>
  JSON.parse((await daemon.run("explain", pane, "--json")).stdout) as PaneStanding;

/** A pane in which an agent of no known kind runs, and the environment of its hooks. */
async function agentPane(command = "exec cat"): Promise<{ pane: string; env: NodeJS.ProcessEnv }> {
  const pane = await run("--keep", "--", "sh", "-c", `stty -echo; ${command}`);
  const { stdout } = await daemon.tmux(
    "-L",
    "mullion",
    "display-message",
    "-p",
    "-t",
    pane,
    "#{socket_path},#{pid},0",
  );
  return { pane, env: { TMUX: stdout.trim(), TMUX_PANE: pane } };
}

const report = (env: NodeJS.ProcessEnv, ...words: string[]) => daemon.run("report", ...words, { env });
const hook = (env: NodeJS.ProcessEnv, agent: string, json: unknown) =>
  daemon.run("report", "--hook", agent, { env, input: JSON.stringify(json) });

describe("report", () => {
  test("sets the state of the pane that it runs in, without a word", async () => {
    const { pane, env } = await agentPane();
    expect(await report(env, "waiting", "--question", "Run\nit?", "--session", "s1")).toEqual(SILENT);
    expect(await standing(pane)).toMatchObject({ state: "waiting", rule: "report", question: "Run it?" });
    expect(await report(env, "done")).toEqual(SILENT);
    expect(await standing(pane)).toMatchObject({ state: "done", rule: "report", unread: true });
  });

  test("with an endless id says so, and reports nothing", async () => {
    const { pane, env } = await agentPane();
    const { stdout, stderr, status } = await report(env, "waiting", "--session", "s".repeat(201));
    expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
    expect(stderr).toMatch(/^mullion: an id of a conversation .* 200 characters\n$/);
    expect((await standing(pane)).rule).not.toBe("report");
  });

  test("follows a session of the real Claude Code by the JSON of its hooks", async () => {
    const { pane, env } = await agentPane();
    const recorded = readFileSync(new URL("../agents/hooks/claude.jsonl", import.meta.url), "utf8");
    const states = [];
    for (const input of recorded.trimEnd().split("\n")) {
      expect(await daemon.run("report", "--hook", "claude", { env, input })).toEqual(SILENT);
      const { state, rule, question } = await standing(pane);
      expect(rule).toBe("report");
      states.push(question === undefined ? state : `${state}: ${question}`);
    }
    expect(states).toEqual([
      "idle",
      "working",
      "done",
      "working",
      "working",
      "waiting: Bash: touch made-by-agent",
      "done",
      "working",
      "working",
      "failed",
    ]);
  });

  test("counts on when the terminal's focus changes, but not after a key", async () => {
    const [focused, typed] = await Promise.all([agentPane(), agentPane()]);
    for (const { env } of [focused, typed]) await report(env, "waiting", "--question", "Go?");
    const send = (pane: string, ...words: string[]) =>
      daemon.tmux("-L", "mullion", "send-keys", "-t", pane, ...words);
    await send(focused.pane, "-H", "1b", "5b", "49");
    await send(typed.pane, "y");
    await waitFor(async () => (await standing(typed.pane)).rule !== "report", "the key's effect");
    expect(await standing(focused.pane)).toMatchObject({ state: "waiting", rule: "report" });
  });

  test("survives the daemon", async () => {
    const { pane, env } = await agentPane();
    await report(env, "waiting", "--question", "Still?", "--session", "s2");
    await daemon.kill9();
    await daemon.run("ls");
    expect(await standing(pane)).toMatchObject({ state: "waiting", rule: "report", question: "Still?" });
  });

  test("ends with its program, although the shell marks no prompt", async () => {
    const { pane, env } = await agentPane("exec sh");
    await daemon.run("send", pane, "--enter", "sh -c 'echo agent $PPID; exec cat'");
    const shown = async () => /agent \d/.test((await daemon.run("capture", pane)).stdout);
    await waitFor(shown, "the program that reports");
    await report(env, "working");
    expect(await standing(pane)).toMatchObject({ state: "working", rule: "report" });
    const group = await daemon.tmux("-L", "mullion", "display-message", "-p", "-t", pane, "#{pane_pid}");
    await runProgram("pkill", ["-KILL", "-P", group.stdout.trim()], { env: daemon.env, cwd: "/" });
    await waitFor(async () => (await standing(pane)).rule !== "report", "the shell's own state");
  });
});

describe("an agent of the user's own", () => {
  const directory = join(daemon.env.HOME!, ".config/mullion/agents");
  const file = join(directory, "goose.json");
  const goose = {
    programs: ["goose"],
    screens: [{ shows: "waiting", what: "it asks", line: "^ > 1\\. ", question: "^(.*\\?)$" }],
  };

  test("is recognised soon after its file is written, and a wrong file is named", async () => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(file, JSON.stringify({ ...goose, screens: 3 }));
    const named = async () => (await daemon.run("ls")).stderr + (await daemon.run("ls")).stdout;
    const sentence = `${file} describes no agent: .screens is not a list`;
    await waitFor(async () => (await named()).includes(sentence), "the fault in ls");
    expect((await daemon.run("doctor")).stdout).toContain(sentence);
    writeFileSync(file, JSON.stringify(goose));
    const pane = await run(
      "--",
      "bash",
      "-c",
      "printf 'Which colour?\\n > 1. Red\\n'; exec -a goose sleep 1000",
    );
    const asks = async () => (await standing(pane)).state === "waiting" && (await standing(pane));
    expect(await waitFor(asks, "the question on its screen")).toMatchObject({
      rule: "screen",
      question: "Which colour?",
    });
    rmSync(file);
  });
});

describe("report never disturbs its agent", () => {
  test.each([
    ["an unknown state", ["asleep"]],
    ["no state", []],
    ["an unknown option", ["working", "--colour"]],
    ["an unknown agent", ["--hook", "nothing"]],
    ["a pane that does not exist", ["working", "--pane", "%999"]],
  ])("with %s: one line, status 0", async (_, words) => {
    const { env } = await agentPane();
    const { stdout, stderr, status } = await report(env, ...words);
    expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
    expect(stderr).toMatch(/^mullion: [^\n]+\n$/);
  });

  test.each(["", "no JSON", "[1", "\u0000\u00ff"])("with nonsense on standard input: %j", async (input) => {
    const { env } = await agentPane();
    const { stdout, stderr, status } = await daemon.run("report", "--hook", "claude", { env, input });
    expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
    expect(stderr).toMatch(/^mullion: [^\n]+\n$/);
  });

  test("with JSON that means nothing: silence", async () => {
    const { env } = await agentPane();
    for (const json of [null, {}, [], { hook_event_name: "Other" }])
      expect(await hook(env, "claude", json)).toEqual(SILENT);
  });

  test("outside a pane, and inside a real tmux", async () => {
    expect(await report({}, "working")).toEqual(SILENT);
    const { pane } = await agentPane();
    expect(await report({ TMUX: "/tmp/real-tmux/default,1,0", TMUX_PANE: pane }, "failed")).toEqual(SILENT);
    expect((await standing(pane)).rule).not.toBe("report");
  });

  test("without a daemon, and starts none", async () => {
    const directory = join(mkdtempSync(join(process.env.MULLION_TEST_RUN!, "r")), "none");
    const env = { ...daemon.env, MULLION_DIR: directory, TMUX: "/s,1,0", TMUX_PANE: "%0" };
    for (const words of [["working"], ["--hook", "claude"], ["nonsense"]])
      expect(await runProgram(join(root, "bin/mullion"), ["report", ...words], { env, cwd: "/" })).toEqual(
        SILENT,
      );
    expect(existsSync(directory)).toBe(false);
  });

  describe("with a daemon that hangs", () => {
    let stopped: TestDaemon | undefined;
    afterEach(() => stopped && process.kill(stopped.pid()!, "SIGCONT"));

    test.each([["working"], ["--hook", "claude"]])("gives up soon and silently: %s", async (...words) => {
      const { env } = await agentPane();
      stopped = daemon;
      process.kill(daemon.pid()!, "SIGSTOP");
      const began = performance.now();
      expect(await report(env, ...words)).toEqual(SILENT);
      expect(performance.now() - began).toBeLessThan(5_000);
    });
  });
});
