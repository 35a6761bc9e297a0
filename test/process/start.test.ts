import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CLOSED_INSPECTOR } from "../../src/processes/closed-inspector.ts";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";

let daemon: TestDaemon;
let runtime: string;
beforeEach(() => {
  daemon = prepareInstance();
  runtime = join(daemon.dir, "m");
});
afterEach(() => daemon.stop());

/** Runs the daemon's program directly, which users should not do. */
function runMain(): Promise<{ status: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const main = join(root, "dist/daemon/main.js");
    const child = spawn(process.execPath, [CLOSED_INSPECTOR, main], { env: daemon.env });
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("close", (status) => resolve({ status, stderr }));
  });
}

test("many calls at once start one daemon", async () => {
  const calls = Array.from({ length: 12 }, () => daemon.run("up", "--json"));
  const answers = await Promise.all(calls);
  expect(answers.filter(({ status }) => status !== 0)).toEqual([]);
  expect(new Set(answers.map(({ stdout }) => JSON.parse(stdout).pid))).toEqual(new Set([daemon.pid()]));
});

test("a second daemon refuses politely", async () => {
  await daemon.run("up");
  const pid = daemon.pid();
  expect(await runMain()).toEqual({ status: 1, stderr: `mullion: a daemon runs already (process ${pid})\n` });
  expect(daemon.pid()).toBe(pid);
});

test("what a dead daemon left does not keep the next one from starting", async () => {
  mkdirSync(runtime, { mode: 0o700 });
  await new Promise<void>((resolve) => {
    // A socket on which no process answers, as kill -9 leaves it.
    const leftover = spawn(process.execPath, [
      "-e",
      `require("net").createServer().listen(${JSON.stringify(join(runtime, "daemon.sock"))}, () => process.kill(process.pid, 9))`,
    ]);
    leftover.on("close", () => resolve());
  });
  writeFileSync(join(runtime, "daemon.lock"), "999999 1\n");
  expect(existsSync(join(runtime, "daemon.sock"))).toBe(true);
  expect(await daemon.run("up")).toMatchObject({ status: 0 });
});

test("sockets and directories are for their owner alone", async () => {
  await daemon.tmux("new-session", "-d", "cat");
  const mode = (path: string) => statSync(path).mode & 0o777;
  expect(mode(runtime)).toBe(0o700);
  expect(mode(join(runtime, "h"))).toBe(0o700);
  expect(mode(join(runtime, "state"))).toBe(0o700);
  expect(mode(join(runtime, "daemon.sock"))).toBe(0o600);
  expect(mode(join(daemon.env.TMUX_TMPDIR!, `tmux-${process.getuid!()}`, "default"))).toBe(0o600);
});

test("a runtime directory that is a link, or open to others, is refused", async () => {
  mkdirSync(join(daemon.dir, "elsewhere"));
  symlinkSync(join(daemon.dir, "elsewhere"), runtime);
  expect((await daemon.run("up")).status).toBe(1);
  const other = join(daemon.dir, "open");
  mkdirSync(other);
  chmodSync(other, 0o777);
  expect((await daemon.run("up", { env: { MULLION_DIR: other } })).status).toBe(1);
});

test("SIGTERM ends the daemon and leaves the panes", async () => {
  await daemon.tmux("new-session", "-d", "-s", "kept", "echo still here; exec cat");
  const pane = await daemon.tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_pid}");
  const pid = daemon.pid()!;
  process.kill(pid, "SIGTERM");
  await expect.poll(() => daemon.pid(), { timeout: 10_000 }).toBeUndefined();
  expect(existsSync(join(runtime, "daemon.sock"))).toBe(false);
  expect(await daemon.tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_pid}")).toEqual(pane);
  expect((await daemon.tmux("capture-pane", "-p", "-t", "kept")).stdout).toContain("still here");
  expect(daemon.pid()).not.toBe(pid);
});

test("a socket of another program is named, not taken", async () => {
  const directory = join(daemon.env.TMUX_TMPDIR!, `tmux-${process.getuid!()}`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, "theirs");
  const theirs = createServer().listen(path);
  try {
    const made = await daemon.tmux("-L", "theirs", "new-session", "-d", "cat");
    expect(made.status).toBe(1);
    expect(made.stderr).toContain(`${path} belongs to a server of another program`);
  } finally {
    theirs.close();
  }
});

test("the socket of a server is there while the server is, and until mullion down", async () => {
  const path = join(daemon.env.TMUX_TMPDIR!, `tmux-${process.getuid!()}`, "mine");
  await daemon.tmux("-L", "mine", "new-session", "-d", "cat");
  expect(existsSync(path)).toBe(true);
  await daemon.kill9();
  await daemon.tmux("-L", "mine", "list-sessions");
  expect(existsSync(path)).toBe(true);
  await daemon.tmux("-L", "mine", "kill-server");
  // As tmux leaves it; `mullion down` takes it away.
  expect(existsSync(path)).toBe(true);
  expect((await daemon.tmux("-L", "mine", "ls")).stderr).toBe(`no server running on ${path}\n`);
  await daemon.run("down", "--force");
  expect(existsSync(path)).toBe(false);
});

test("the log says what happened", async () => {
  await daemon.run("up");
  expect(readFileSync(join(runtime, "daemon.log"), "utf8")).toMatch(/Mullion \S+ is ready, 0 panes found/);
});
