import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Runtime, RuntimeHandle } from "../../src/ao-runtime/contract.ts";
import { createRuntime } from "../../src/ao-runtime/runtime.ts";
import { settingsFrom } from "../../src/ao-runtime/settings.ts";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need, programPath } from "../setup/need.ts";

/** Under the name `tmux` the orchestrator asks `tmux` itself about our sessions: with the words of its core, CLI and agents. */
let daemon: TestDaemon;
let runtime: Runtime;
let handle: RuntimeHandle;

beforeAll(async () => {
  daemon = await startDaemon();
  runtime = createRuntime(settingsFrom({ ...daemon.env, MULLION_AO_NAME: "tmux" }));
  handle = await runtime.create({
    sessionId: "app-3",
    workspacePath: daemon.dir,
    launchCommand: "exec cat -u",
    environment: {},
  });
});
afterAll(async () => {
  await runtime.destroy(handle);
  await daemon.stop();
});

test("handles are tmux's", () => {
  expect(runtime.name).toBe("tmux");
  expect(handle).toMatchObject({ id: "app-3", runtimeName: "tmux" });
});

test("an agent's process is found by its terminal", async () => {
  const { stdout } = await daemon.tmux("list-panes", "-t", "app-3", "-F", "#{pane_tty}");
  const tty = stdout.trim().replace("/dev/", "");
  const { stdout: table } = await promisify(execFile)("ps", ["-eo", "pid,tty,args"]);
  const row = table.split("\n").find((line) => line.trim().split(/\s+/)[1] === tty);
  expect(row?.trim().split(/\s+/)).toEqual([String(handle.data.pid), tty, "cat", "-u"]);
});

test("and so are its command, its activity and its session", async () => {
  const ask = async (...argv: string[]) => (await daemon.tmux(...argv)).stdout.trim();
  expect(await ask("display-message", "-p", "-t", "app-3", "#{pane_current_command}")).toBe("cat");
  const activity = Number(await ask("display-message", "-p", "-t", "app-3", "#{session_activity}"));
  expect(Math.abs(Date.now() / 1_000 - activity)).toBeLessThan(600);
  expect(await ask("list-sessions", "-F", "#{session_name}")).toBe("app-3");
  expect((await daemon.tmux("has-session", "-t", "app-3")).status).toBe(0);
});

test("what it types, it reads again", async () => {
  await runtime.sendMessage(handle, "hello");
  await waitFor(
    async () => (await runtime.getOutput(handle)) === "hello\nhello",
    "what was typed, and cat's answer",
  );
  expect((await daemon.tmux("capture-pane", "-t", "app-3", "-p", "-S", "-50")).stdout.trim()).toBe(
    "hello\nhello",
  );
});

test("the command to attach names the default server", async () => {
  const socket = join(realpathSync(daemon.env.TMUX_TMPDIR!), `tmux-${process.getuid!()}`, "default");
  const { command } = await runtime.getAttachInfo(handle);
  expect(command).toContain(`bin/tmux -S ${socket} attach -t '=app-3'`);
});

test("inside a pane it is that pane's server", () => {
  const { server } = settingsFrom({ ...daemon.env, MULLION_AO_NAME: "tmux", TMUX: "/tmp/x/other,123,0" });
  expect(server).toBe("/tmp/x/other");
});

describe.runIf(need("tmux"))("where a real tmux has the socket", () => {
  test("that is said, and nothing is done", async () => {
    const socket = join(daemon.dir, "real");
    const real = (...argv: string[]) =>
      promisify(execFile)(programPath("tmux")!, ["-S", socket, "-f", "/dev/null", ...argv]);
    await real("new-session", "-d", "-s", "theirs", "cat");
    try {
      const inside = createRuntime(
        settingsFrom({ ...daemon.env, MULLION_AO_NAME: "tmux", TMUX: `${socket},1,0` }),
      );
      const config = { sessionId: "app-4", workspacePath: daemon.dir, launchCommand: "cat", environment: {} };
      await expect(inside.create(config)).rejects.toThrow(
        /belongs to a server of another program \(a real tmux\?\)/,
      );
      expect((await real("list-sessions", "-F", "#{session_name}")).stdout).toBe("theirs\n");
    } finally {
      await real("kill-server");
    }
  });
});
