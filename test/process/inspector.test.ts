import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CLOSED_INSPECTOR } from "../../src/processes/closed-inspector.ts";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { openFiles } from "../fixtures/open-files.ts";
import { waitFor } from "../fixtures/wait-for.ts";

/** A debugger on loopback asks for no password: any process that connects runs code as the daemon's user. */
let daemon: TestDaemon;
beforeEach(() => {
  daemon = prepareInstance();
});
afterEach(() => daemon.stop());

/** TCP ports that a process listens on. */
function openPorts(pid: number): number[] {
  const inodes = new Set(
    [...openFiles(pid).values()].flatMap((file) => /^socket:\[(\d+)\]$/.exec(file)?.[1] ?? []),
  );
  return ["tcp", "tcp6"].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, "utf8")
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === "0A" && inodes.has(inode!))
      .map(([, address]) => Number.parseInt(address!.split(":")[1]!, 16)),
  );
}

function runMain(options: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const argv = [...options, join(root, "dist/daemon/main.js")];
  const child = spawn(process.execPath, argv, { env: { ...daemon.env, ...env } });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  return new Promise<{ status: number | null; stderr: string }>((resolve) =>
    child.on("close", (status) => resolve({ status, stderr })),
  );
}

describe.runIf(process.platform === "linux")("SIGUSR1", () => {
  test("opens no debugger in a daemon that starts, however early it comes", async () => {
    // The shell ignores the signal, so that the signal ends no process before Node runs.
    const script = 'trap "" USR1; echo now; exec "$0" serve';
    const starting = spawn("sh", ["-c", script, join(root, "bin/mullion")], { env: daemon.env });
    let [stdout, stderr] = ["", ""];
    starting.stdout.on("data", (chunk) => (stdout += chunk));
    starting.stderr.on("data", (chunk) => (stderr += chunk));
    const ended = new Promise((resolve) => starting.on("close", resolve));
    await waitFor(() => stdout.includes("now"), "the shell");
    let signals = 0;
    await waitFor(async () => {
      if (starting.exitCode !== null || starting.signalCode !== null)
        throw new Error(`it ended after ${signals} signals: ${starting.signalCode}, ${stderr}`);
      starting.kill("SIGUSR1");
      signals += 1;
      expect(openPorts(starting.pid!)).toEqual([]);
      return daemon.pid() === starting.pid;
    }, "the daemon");
    expect(await daemon.run("up", "--pid")).toMatchObject({ stdout: `${starting.pid}\n` });
    expect(signals).toBeGreaterThan(10);
    expect(stderr).not.toContain("Debugger");
    starting.kill("SIGTERM");
    await ended;
  });

  test("opens no debugger in a daemon that runs", async () => {
    await daemon.start();
    const pid = daemon.pid()!;
    for (let round = 0; round < 100; round++) {
      process.kill(pid, "SIGUSR1");
      await delay(1);
    }
    expect(await daemon.tmux("new-session", "-d", "-s", "a", "cat")).toMatchObject({ status: 0, stderr: "" });
    expect(openPorts(pid)).toEqual([]);
    expect(daemon.pid()).toBe(pid);
    expect(readFileSync(join(daemon.dir, "m/daemon.log"), "utf8")).not.toContain("Debugger");
  });

  test("reaches the programs in panes as it would without us", async () => {
    await daemon.tmux(
      "new-session",
      "-d",
      "-s",
      "a",
      "trap 'echo caught' USR1; echo ready; while :; do sleep 0.01; done",
    );
    const capture = async () => (await daemon.tmux("capture-pane", "-p", "-t", "a")).stdout;
    await waitFor(async () => (await capture()).includes("ready"), "the program");
    process.kill(Number((await daemon.tmux("display-message", "-p", "#{pane_pid}")).stdout), "SIGUSR1");
    await waitFor(async () => (await capture()).includes("caught"), "the signal");
  });
});

describe.runIf(process.platform === "linux")("--inspect in NODE_OPTIONS", () => {
  const env = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

  test("opens no debugger in the daemon, and panes have the variable", async () => {
    expect(await daemon.run("up", { env })).toMatchObject({ status: 0, stderr: "" });
    expect(openPorts(daemon.pid()!)).toEqual([]);
    await daemon.tmux("new-session", "-d", "-s", "a", 'echo "<$NODE_OPTIONS>"; exec cat', { env });
    await waitFor(
      async () =>
        (await daemon.tmux("capture-pane", "-p", "-t", "a")).stdout.includes("<--inspect=127.0.0.1:0>"),
      "the caller's variable",
    );
  });

  test("opens no debugger in the daemon that an upgrade starts", async () => {
    await daemon.start();
    const before = daemon.pid();
    expect(await daemon.run("upgrade", { env })).toMatchObject({ status: 0 });
    expect(daemon.pid()).not.toBe(before);
    expect(openPorts(daemon.pid()!)).toEqual([]);
  });
});

describe("the daemon's program", () => {
  test("refuses a Node that can open a debugger", async () => {
    const { status, stderr } = await runMain([]);
    expect(stderr).toBe(
      "mullion: this Node could be debugged by other users: start the daemon with mullion up, or mullion serve in the foreground\n",
    );
    expect(status).toBe(1);
  });

  test("refuses a Node that has one open", async () => {
    const open = `data:text/javascript,${encodeURIComponent('import { open } from "node:inspector"; open(0, "127.0.0.1");')}`;
    const { status, stderr } = await runMain([CLOSED_INSPECTOR], { NODE_OPTIONS: `--import=${open}` });
    expect(stderr).toMatch(/mullion: a debugger is open in this Node.*: unset NODE_OPTIONS\n/);
    expect(status).toBe(1);
    expect(daemon.pid()).toBeUndefined();
  });
});
