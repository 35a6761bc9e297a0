import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { holderProcesses } from "../../src/processes/holder-processes.ts";
import { processExists } from "../../src/processes/process-mark.ts";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";

let daemon: TestDaemon;
afterEach(() => daemon.stop());

const tmux = async (...argv: string[]) => (await outputOf(daemon.tmux(...argv))).trimEnd();
const text = (pane: string) => tmux("capture-pane", "-p", "-t", pane, "-S", "-");
const holders = () => join(daemon.dir, "m/h");

/** A new window that runs a script; its pane, its process, and its holder's. */
async function run(script: string) {
  const [pane = "", pid = ""] = (
    await tmux("new-window", "-d", "-t", "s:", "-P", "-F", "#{pane_id} #{pane_pid}", script)
  ).split(" ");
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const holder = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  return { pane, pid: Number(pid), holder };
}

describe("processes that ignore SIGHUP", () => {
  const STUBBORN = "trap '' HUP; sleep 1000 & echo child $!; wait";
  const childOf = async (pane: string) => {
    const found = await waitFor(async () => /child (\d+)/.exec(await text(pane)), "the child");
    return Number(found[1]);
  };

  test("end after their holder was killed, and then the pane does", async () => {
    daemon = prepareInstance();
    await tmux("new-session", "-d", "-s", "s", "cat");
    const { pane, pid, holder } = await run(STUBBORN);
    const child = await childOf(pane);
    process.kill(holder, "SIGKILL");
    await waitFor(
      async () => !(await tmux("list-panes", "-a", "-F", "#{pane_id}")).includes(pane),
      "the pane's end",
    );
    expect([processExists(pid), processExists(child)]).toEqual([false, false]);
  });

  test("end when the next daemon finds that their holder was killed", async () => {
    daemon = prepareInstance();
    await tmux("new-session", "-d", "-s", "s", "cat");
    const { pane, pid, holder } = await run(STUBBORN);
    const child = await childOf(pane);
    await daemon.kill9();
    process.kill(holder, "SIGKILL");
    await waitFor(() => !processExists(holder), "the holder's end");
    expect([processExists(pid), processExists(child)]).toEqual([true, true]);
    await waitFor(
      async () => !(await tmux("list-panes", "-a", "-F", "#{pane_id}")).includes(pane),
      "the pane's end",
    );
    expect([processExists(pid), processExists(child)]).toEqual([false, false]);
  });
});

describe("a holder that is stopped", () => {
  const COUNT = "echo one; read line; echo two; exec cat";

  test("is shown as not answering by the next daemon, and has everything when it goes on", async () => {
    daemon = prepareInstance();
    await tmux("new-session", "-d", "-s", "s", "cat");
    const { pane, holder } = await run(COUNT);
    await waitFor(async () => (await text(pane)) === "one", "the first line");
    process.kill(holder, "SIGSTOP");
    await daemon.kill9();
    expect(await tmux("list-panes", "-a", "-F", "#{pane_id}")).toContain(pane);
    await waitFor(async () => (await daemon.run("ls")).stdout.includes("is not answering"), "a warning");
    const { stdout } = await daemon.run("doctor");
    expect(stdout).toMatch(
      /the holder at \S+ cannot be reached: it does not answer\n +→ if it was stopped: kill -CONT /,
    );
    expect(stdout).not.toContain("version than");
    const typed = tmux("send-keys", "-t", pane, "Enter");
    process.kill(holder, "SIGCONT");
    await typed;
    await waitFor(async () => (await text(pane)) === "one\n\ntwo", "the second line");
    expect((await daemon.run("ls")).stdout).not.toContain("is not answering");
  });

  test("is adopted when it goes on, also where no record knows it", async () => {
    daemon = prepareInstance();
    await tmux("new-session", "-d", "-s", "s", "cat");
    const { pane, pid, holder } = await run(COUNT);
    await waitFor(async () => (await text(pane)) === "one", "the first line");
    process.kill(holder, "SIGSTOP");
    await daemon.kill9();
    rmSync(join(daemon.dir, "m/state"), { recursive: true });
    expect((await daemon.run("ls")).stdout).toContain("is not answering");
    process.kill(holder, "SIGCONT");
    const place = "#{session_name}:#{window_index} #{pane_id} #{pane_pid}";
    await waitFor(
      async () => (await tmux("list-panes", "-a", "-F", place)).includes(`s:1 ${pane} ${pid}`),
      "the pane in its window",
    );
  });

  test("does not delay `send` beyond its time, nor the text after it", async () => {
    daemon = prepareInstance();
    await tmux("new-session", "-d", "-s", "s", "cat");
    const { pane, holder } = await run(COUNT);
    await waitFor(async () => (await text(pane)) === "one", "the first line");
    process.kill(holder, "SIGSTOP");
    const send = (line: string, time: string) =>
      daemon.run("send", "-L", "default", pane, "--enter", line, "-t", time, { timeoutMs: 15_000 });
    const both = await Promise.all([send("first", "3"), send("second", "200ms")]);
    expect(both.map(({ status }) => status)).toEqual([2, 2]);
    process.kill(holder, "SIGCONT");
    expect((await send("third", "10")).status).toBe(0);
    await waitFor(async () => (await text(pane)).includes("third"), "the third line");
    expect(await text(pane)).not.toContain("second");
  });

  test("is ended by `down --force` within seconds", async () => {
    daemon = prepareInstance();
    await tmux("new-session", "-d", "-s", "s", "cat");
    const { pid, holder } = await run(COUNT);
    process.kill(holder, "SIGSTOP");
    expect(await daemon.run("down", "--force", { timeoutMs: 20_000 })).toMatchObject({ status: 0 });
    expect([processExists(pid), processExists(holder)]).toEqual([false, false]);
  });

  test("is killed by `down --force` if it stops again, and its programs with it", async () => {
    daemon = prepareInstance();
    await tmux("new-session", "-d", "-s", "s", "cat");
    const { pid, holder } = await run("trap '' HUP; exec sleep 1000");
    const stopping = setInterval(() => processExists(holder) && process.kill(holder, "SIGSTOP"), 1);
    try {
      expect(await daemon.run("down", "--force", { timeoutMs: 60_000 })).toMatchObject({ status: 0 });
    } finally {
      clearInterval(stopping);
    }
    expect([processExists(pid), processExists(holder)]).toEqual([false, false]);
  }, 90_000);
});

test("`down` ends commands beside panes that go on although their input has ended", async () => {
  daemon = prepareInstance();
  await tmux("new-session", "-d", "-s", "s", "cat");
  await tmux("pipe-pane", "-t", "s", "exec sleep 1000");
  await tmux("run-shell", "-b", "exec sleep 1000");
  await waitFor(async () => (await holderProcesses(holders())).length === 3, "both commands");
  expect(await daemon.run("down", "--force")).toMatchObject({
    status: 0,
    stdout: "Ended 1 pane and the daemon.\n",
  });
  expect(await holderProcesses(holders())).toEqual([]);
});

test("a pane can be found by its holder's title as soon as it has started", async () => {
  daemon = prepareInstance();
  await tmux("new-session", "-d", "-s", "s", "cat");
  for (let i = 0; i < 20; i++) {
    const { holder } = await run("exec cat");
    expect((await holderProcesses(holders())).map(({ pid }) => pid)).toContain(holder);
  }
});

test("`down` ends panes that are on no record and whose sockets were removed", async () => {
  daemon = prepareInstance();
  await tmux("new-session", "-d", "-s", "s", "cat");
  const { pid } = await run("exec cat");
  await daemon.kill9();
  rmSync(join(daemon.dir, "m/state"), { recursive: true });
  for (const name of readdirSync(holders())) rmSync(join(holders(), name));
  expect((await holderProcesses(holders())).length).toBe(2);
  expect(await daemon.run("down", "--force")).toMatchObject({
    status: 0,
    stdout: "Ended 2 panes and the daemon.\n",
  });
  expect(processExists(pid)).toBe(false);
});

describe.runIf(existsSync("/proc/self/limits"))("a limit of open files", () => {
  /** A daemon that may have this many files open. */
  function startLimited(limit: number): void {
    const start = spawnSync("sh", ["-c", `ulimit -n ${limit}; exec ${join(root, "bin/mullion")} up`], {
      env: daemon.env,
      encoding: "utf8",
    });
    expect(start).toMatchObject({ status: 0, stderr: "" });
  }

  test("that is reached costs no pane its life, calls are answered, and it is said", async () => {
    daemon = prepareInstance();
    startLimited(80);
    await tmux("new-session", "-d", "-s", "s", "cat");
    const PANES = 40;
    for (let i = 1; i < PANES; i++) await tmux("new-window", "-d", "-t", "s:", "echo here; exec cat");
    const listed = async () => (await tmux("list-panes", "-a", "-F", "#{pane_id}")).split("\n").length;
    expect(await listed()).toBe(PANES);
    await waitFor(
      async () => (await daemon.run("ls")).stdout.includes("limit of 80 open files"),
      "a warning",
    );
    expect((await daemon.run("doctor")).stdout).toMatch(/open files: the daemon has \d+ of 80 open/);
    await daemon.kill9();
    startLimited(60);
    expect(await listed()).toBe(PANES);
    await waitFor(
      async () => (await daemon.run("ls")).stdout.includes("limit of 60 open files"),
      "a warning",
    );
    await daemon.kill9();
    startLimited(4096);
    await waitFor(async () => !(await daemon.run("ls")).stdout.includes("warning"), "the warnings to end");
    expect(await listed()).toBe(PANES);
    for (const id of ["%1", `%${PANES - 1}`])
      await waitFor(async () => (await text(id)) === "here", `${id}'s output`);
  }, 120_000);
});
