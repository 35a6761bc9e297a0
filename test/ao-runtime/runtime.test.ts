import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Runtime, RuntimeHandle } from "../../src/ao-runtime/contract.ts";
import { createRuntime } from "../../src/ao-runtime/runtime.ts";
import { settingsFrom } from "../../src/ao-runtime/settings.ts";
import { processExists } from "../../src/processes/process-mark.ts";
import { familyOf, processTable } from "../../src/processes/process-table.ts";
import { root, startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";

/** Every promise of the tmux plugin's documentation, and what that one cannot promise. */
let daemon: TestDaemon;
let runtime: Runtime;
let workspace: string;
let id: string;
let made: RuntimeHandle[];
let number = 0;

beforeAll(async () => {
  daemon = await startDaemon();
  runtime = createRuntime(settingsFrom(daemon.env));
});
afterAll(() => daemon.stop());
beforeEach(() => {
  number += 1;
  id = `app-${number}`;
  made = [];
  workspace = join(realpathSync(daemon.dir), `work ${number}`);
  mkdirSync(workspace);
});
afterEach(async () => {
  for (const handle of made) await runtime.destroy(handle);
});

async function create(launchCommand: string, environment: Record<string, string> = {}, sessionId = id) {
  const handle = await runtime.create({ sessionId, workspacePath: workspace, launchCommand, environment });
  made.push(handle);
  return handle;
}

const output = (handle: RuntimeHandle, text: string) =>
  waitFor(
    async () => (await runtime.getOutput(handle)).includes(text),
    `${JSON.stringify(text)} in the output`,
  );
const file = (name: string) => join(workspace, name);
const read = (name: string) => (existsSync(file(name)) ? readFileSync(file(name), "utf8") : "");
const mullionTmux = (...argv: string[]) => daemon.tmux("-L", "mullion", ...argv);
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index} ${"x".repeat(60)}`);

describe("create", () => {
  test("runs the command in the workspace, with the environment, under the session's name", async () => {
    const handle = await create('echo "$AO_SESSION_ID in $PWD: $ODD"; exec cat', {
      AO_SESSION_ID: id,
      ODD: `it's "odd" $HOME \\ ;`,
    });
    await output(handle, `${id} in ${workspace}: it's "odd" $HOME \\ ;`);
    expect(handle).toMatchObject({
      id,
      runtimeName: "mullion",
      data: { workspacePath: workspace, pid: expect.any(Number), createdAt: expect.any(Number) },
    });
    expect(JSON.parse(JSON.stringify(handle))).toEqual(handle);
    const { stdout } = await mullionTmux(
      "display-message",
      "-p",
      "-t",
      `=${id}:`,
      "#{pane_pid} #{pane_current_command}",
    );
    expect(stdout).toBe(`${handle.data.pid} cat\n`);
  });

  test("a command of many lines and quotes, longer than a terminal's line, arrives as it is", async () => {
    const text = `it's "$HOME" \`date\` ${"long ".repeat(2_000)}`;
    const quoted = `'${text.replaceAll("'", "'\\''")}'`;
    const handle = await create(`printf '%s' ${quoted} > said\nprintf 'second line'\nexec cat`);
    await output(handle, "second line");
    expect(read("said")).toBe(text);
  });

  test.each(["a b", "a.b", "a:b", "", "x;reboot", "$(id)", "ä", "-t\n"])(
    "refuses the session id %j",
    async (bad) => {
      await expect(create("cat", {}, bad)).rejects.toThrow(/^Invalid session ID .*must match/);
    },
  );

  test("refuses an id in use, and leaves the session alone", async () => {
    const handle = await create("cat");
    await expect(create("cat")).rejects.toThrow(`Failed to launch session "${id}": duplicate session: ${id}`);
    expect(await runtime.isAlive(handle)).toBe(true);
  });

  test.each([
    ["no-such-agent --flag", /status 127: .*no-such-agent.*not found/],
    ['no-such-agent "$(cat /etc/hostname)"', /status 127/],
    ["/etc", /status 126: .*(denied|directory)/i],
    ["if then", /status 2: .*yntax/],
    ["cd /no/where && cat", /status [12]: .*no\/where/],
  ])("a launch that fails is thrown with its reason, and leaves nothing: %s", async (command, reason) => {
    await expect(create(command)).rejects.toThrow(reason);
    expect((await mullionTmux("has-session", "-t", `=${id}`)).status).toBe(1);
    const handle = await create("cat");
    expect(await runtime.isAlive(handle)).toBe(true);
  });

  test("so is a workspace that is not there", async () => {
    const config = { sessionId: id, workspacePath: "/no/where", launchCommand: "cat", environment: {} };
    await expect(runtime.create(config)).rejects.toThrow(/^Failed to launch session .*\/no\/where/);
    expect((await mullionTmux("has-session", "-t", `=${id}`)).status).toBe(1);
  });

  test("a program that runs and ends is no failed launch", async () => {
    const handle = await create("sleep 0.2; exit 3");
    await waitFor(async () => !(await runtime.isAlive(handle)), "its end");
  });
});

describe("sendMessage", () => {
  const submitted = (count: number) =>
    waitFor(
      () => {
        const found = read("messages").split("\n").slice(0, -1);
        return found.length >= count && found.map((line) => JSON.parse(line) as string);
      },
      `${count} messages`,
      20_000,
    ) as Promise<string[]>;
  const agent = async (...options: string[]) => {
    const script = join(root, "test/ao-runtime/raw-agent.mjs");
    const handle = await create(`exec '${process.execPath}' '${script}' messages ${options.join(" ")}`);
    await output(handle, "ready");
    return handle;
  };

  test("to an agent that knows pastes: one line, many, 100 KB; each once, each whole", async () => {
    const handle = await agent();
    const messages = [
      "Fix the test failure in auth.test.ts",
      "Enter",
      "-x; C-c 'quotes' $HOME `date` \\",
      "two\nlines",
      "a paste that ends itself \x1b[201~ and goes on\nhere".replace("\x1b[201~", ""),
      "ä 🚀 日本語",
      "x".repeat(100_000),
      lines(1_500).join("\n"),
    ];
    for (const message of messages) await runtime.sendMessage(handle, message);
    expect(await submitted(messages.length)).toEqual(messages);
  });

  test("to one that is still starting: it is waited for", async () => {
    const script = join(root, "test/ao-runtime/raw-agent.mjs");
    const handle = await create(
      `sleep 0.3; echo starting; sleep 0.3; exec '${process.execPath}' '${script}' messages`,
    );
    await runtime.sendMessage(handle, "early\nbird");
    expect(await submitted(1)).toEqual(["early\nbird"]);
  });

  test("a line's end at the end submits nothing by itself", async () => {
    const handle = await agent();
    await runtime.sendMessage(handle, "one\n");
    await runtime.sendMessage(handle, "two\r\n\n");
    expect(await submitted(2)).toEqual(["one", "two"]);
  });

  test("to one that does not: one line, and 100 KB", async () => {
    const handle = await agent("--no-pastes");
    const messages = ["short", "y".repeat(100_000)];
    for (const message of messages) await runtime.sendMessage(handle, message);
    expect(await submitted(2)).toEqual(messages);
  });

  test("what was typed before is discarded; messages of several senders do not mix", async () => {
    const handle = await agent();
    await mullionTmux("send-keys", "-t", `=${id}:`, "-l", "half a thought");
    await output(handle, ".");
    const messages = Array.from({ length: 6 }, (_, index) => `message ${index}\n${"z".repeat(index * 500)}`);
    await Promise.all(messages.map((message) => runtime.sendMessage(handle, message)));
    expect((await submitted(6)).toSorted()).toEqual(messages.map((message) => message.trim()).toSorted());
  });

  test("to a reader of lines: a line of 100 KB, longer than a terminal's line, and many lines", async () => {
    const handle = await create("cat > heard");
    const long = "w".repeat(100_000);
    await runtime.sendMessage(handle, long);
    await runtime.sendMessage(handle, lines(1_500).join("\n"));
    const expected = `${long}\n${lines(1_500).join("\n")}\n`;
    await waitFor(() => read("heard").length >= expected.length, "all of it", 20_000);
    expect(read("heard")).toBe(expected);
  });

  test("to a raw reader: the bytes, and Enter once", async () => {
    const handle = await create("stty raw -echo; echo ready; cat > heard");
    await output(handle, "ready");
    await runtime.sendMessage(handle, "some text");
    await waitFor(() => read("heard").endsWith("\r"), "Enter");
    expect(read("heard")).toBe("\x15some text\r");
  });

  test("to bash at its prompt, with pastes of readline: one command, however many lines", async () => {
    const handle = await create("PS1='$ ' exec bash --norc --noprofile -i", { TERM: "xterm-256color" });
    await output(handle, "$");
    await runtime.sendMessage(handle, "echo one >> heard\necho two >> heard");
    await waitFor(() => read("heard") === "one\ntwo\n", "both lines");
    const long = `: ${"v".repeat(100_000)}; echo long >> heard`;
    await runtime.sendMessage(handle, long);
    await waitFor(() => read("heard") === "one\ntwo\nlong\n", "the long one", 20_000);
  });

  test("to what has ended, or never was: an error", async () => {
    const handle = await create("cat");
    await runtime.destroy(handle);
    await expect(runtime.sendMessage(handle, "hello")).rejects.toThrow(`Session "${id}" is not running`);
    const nobody = { id: "nobody", runtimeName: "mullion", data: {} };
    await expect(runtime.sendMessage(nobody, "hello")).rejects.toThrow('Session "nobody" is not running');
  });
});

describe("getOutput", () => {
  test("the last 50 lines, the last so many, and far more than tmux keeps", async () => {
    const handle = await create("seq 1 30000; echo done; exec cat");
    await output(handle, "done");
    const last = async (count?: number) => (await runtime.getOutput(handle, count)).split("\n");
    expect(await last()).toHaveLength(50);
    expect(await last(3)).toEqual(["29999", "30000", "done"]);
    const many = await last(25_001);
    expect(many).toHaveLength(25_001);
    expect(many.slice(0, 2)).toEqual(["5001", "5002"]);
  });

  test("of an agent that has ended, what it said last; of nothing, nothing", async () => {
    const handle = await create("sleep 0.1; echo goodbye");
    await waitFor(async () => !(await runtime.isAlive(handle)), "its end");
    expect(await runtime.getOutput(handle)).toBe("goodbye");
    expect(await runtime.getOutput({ id: "nobody", runtimeName: "mullion", data: {} })).toBe("");
  });
});

describe("isAlive", () => {
  test("only while its own process lives, whatever else has a similar name", async () => {
    const handle = await create("cat");
    await create("cat", {}, `${id}5`);
    expect(await runtime.isAlive(handle)).toBe(true);
    process.kill(handle.data.pid as number, "SIGKILL");
    await waitFor(async () => !(await runtime.isAlive(handle)), "false");
    expect(await runtime.isAlive({ id, runtimeName: "mullion", data: {} })).toBe(false);
    expect(await runtime.isAlive({ id: `${id}5`, runtimeName: "mullion", data: {} })).toBe(true);
  });

  test("also where there is no daemon to ask, and none can be started", async () => {
    const handle = await create("cat");
    const elsewhere = createRuntime(settingsFrom({ ...daemon.env, MULLION_DIR: "relative" }));
    expect(await elsewhere.isAlive(handle)).toBe(true);
    expect((await elsewhere.getMetrics(handle)).memoryMb).toBeGreaterThan(0);
    await runtime.destroy(handle);
    expect(await elsewhere.isAlive(handle)).toBe(false);
  });

  test("through the death of the daemon", async () => {
    const handle = await create("cat");
    await daemon.kill9();
    expect(await runtime.isAlive(handle)).toBe(true);
    await runtime.sendMessage(handle, "still there");
    await output(handle, "still there");
  });
});

describe("destroy", () => {
  test("ends the whole process group, those that ignore the hangup included", async () => {
    const handle = await create(
      "(trap '' HUP TERM; sleep 1000) & sleep 1001 & nohup sleep 1002 >/dev/null & cat",
    );
    const pid = handle.data.pid as number;
    const family = async () => familyOf(pid, await processTable()).map((row) => row.pid);
    await waitFor(async () => (await family()).length >= 5, "its processes");
    const before = await family();
    await runtime.destroy(handle);
    expect(before.filter(processExists)).toEqual([]);
    expect(await runtime.isAlive(handle)).toBe(false);
    expect((await mullionTmux("has-session", "-t", `=${id}`)).status).toBe(1);
  });

  test("is idempotent, and spares a later session of the same name", async () => {
    const handle = await create("cat");
    await Promise.all([runtime.destroy(handle), runtime.destroy(handle)]);
    const later = await create("cat");
    await runtime.destroy(handle);
    expect(await runtime.isAlive(later)).toBe(true);
    expect(await runtime.isAlive(handle)).toBe(false);
    await runtime.destroy({ id: "nobody", runtimeName: "mullion", data: {} });
  });

  test("spares sessions whose names begin the same, and those of others", async () => {
    const other = await create("cat", {}, `${id}5`);
    await mullionTmux("new-session", "-d", "-s", id, "cat");
    await runtime.destroy({ id, runtimeName: "mullion", data: {} });
    expect((await mullionTmux("has-session", "-t", `=${id}`)).status).toBe(0);
    expect(await runtime.isAlive(other)).toBe(true);
    await mullionTmux("kill-session", "-t", `=${id}`);
  });

  test("works with a handle that came without its data", async () => {
    await create("cat");
    const bare = { id, runtimeName: "mullion", data: {} };
    await runtime.destroy(bare);
    expect(await runtime.isAlive(bare)).toBe(false);
  });
});

test("getMetrics: uptime, memory and processor of the agent and its children", async () => {
  const handle = await create("sh -c 'while :; do :; done' & cat");
  await waitFor(
    async () => ((await runtime.getMetrics(handle)).cpuPercent ?? 0) > 5,
    "its use of the processor",
  );
  const metrics = await runtime.getMetrics(handle);
  expect(metrics.uptimeMs).toBeGreaterThan(0);
  expect(metrics.uptimeMs).toBeLessThanOrEqual(Date.now() - (handle.data.createdAt as number));
  expect(metrics.memoryMb).toBeGreaterThan(0.5);
  expect(metrics.memoryMb).toBeLessThan(200);
  await runtime.destroy(handle);
  expect(await runtime.getMetrics(handle)).toEqual({ uptimeMs: 0 });
});

test("getAttachInfo: a command for any terminal, that finds this session and no other", async () => {
  const handle = await create("cat");
  const { type, target, command } = await runtime.getAttachInfo(handle);
  expect({ type, target }).toEqual({ type: "tmux", target: id });
  expect(command).toMatch(/ attach -t /);
  const asked = command!.replace(" attach -t ", " display-message -p -t ").replace(/'$/, ":' '#{pane_pid}'");
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", asked], {
    env: { HOME: "/", PATH: "/usr/bin:/bin" },
  });
  expect(stdout).toBe(`${handle.data.pid}\n`);
});

test.runIf(need("script"))("… and shows it when it is pasted, until it is left", async () => {
  const handle = await create("echo an agent at work; exec cat");
  const { command } = await runtime.getAttachInfo(handle);
  const { HOME, PATH, LANG } = daemon.env;
  const terminal = spawn("script", ["-qec", `stty cols 80 rows 24; ${command}`, "/dev/null"], {
    env: { HOME, PATH, LANG, TERM: "xterm-256color" },
  });
  let shown = "";
  terminal.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
  });
  const clients = async () =>
    (await mullionTmux("list-clients", "-t", `=${id}`, "-F", "#{session_name}")).stdout;
  await waitFor(async () => (await clients()) === `${id}\n`, "the terminal to be attached");
  await waitFor(() => shown.includes("an agent at work"), "the agent's screen");
  terminal.stdin.write("\x02d");
  expect(await once(terminal, "exit")).toEqual([0, null]);
  expect(await runtime.isAlive(handle)).toBe(true);
});

test("any process of the orchestrator can go on with a handle that another wrote down", async () => {
  const handle = JSON.parse(JSON.stringify(await create("cat")));
  const another = createRuntime(settingsFrom(daemon.env));
  await another.sendMessage(handle, "hello again");
  await output(handle, "hello again");
  await another.destroy(handle);
  expect(await runtime.isAlive(handle)).toBe(false);
});
