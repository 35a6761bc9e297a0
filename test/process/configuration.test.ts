import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";

let daemon: TestDaemon;
beforeEach(() => {
  daemon = prepareInstance();
});
afterEach(() => daemon.stop());

const runs = () => {
  try {
    return readFileSync(join(daemon.dir, "home/runs"), "utf8").length;
  } catch {
    return 0;
  }
};

function configure(...lines: string[]): void {
  writeFileSync(join(daemon.dir, "home/.tmux.conf"), `run 'printf x >>runs'\n${lines.join("\n")}\n`);
}

/** The call that starts the server, once its configuration runs. */
async function startServer() {
  const first = daemon.tmux("new-session", "-d", "-s", "a", "cat");
  await waitFor(() => runs() === 1, "the configuration to run");
  return first;
}

const forEver = "run 'tmux set -g @reached 1; tmux wait-for never; exec sleep 1000'";
const reached = () =>
  waitFor(async () => (await daemon.tmux("show", "-gqv", "@reached")).stdout === "1\n", "its second line");

test("a program of the configuration that kills the server ends it all", async () => {
  configure("run 'tmux kill-server; tmux wait-for never'", "set -g @after 1");
  expect(await daemon.tmux("new-session", "-d", "-s", "a", "cat")).toEqual({
    stdout: "",
    stderr: "",
    status: 0,
  });
  expect((await daemon.tmux("list-sessions")).status).toBe(1);
  expect(runs()).toBe(1);
});

test("a program of the configuration keeps a signal that comes before its waiter", async () => {
  configure("run 'tmux wait-for -S early'", "run 'tmux wait-for early; tmux set -g @passed 1'");
  await daemon.tmux("new-session", "-d", "-s", "a", "cat");
  expect((await daemon.tmux("show", "-gv", "@passed")).stdout).toBe("1\n");
});

test("kill-server ends a configuration that never ends, and answers the call that waits for it", async () => {
  configure("set -s exit-empty off", forEver);
  const first = startServer();
  await reached();
  expect(await daemon.tmux("kill-server")).toEqual({ stdout: "", stderr: "", status: 0 });
  expect(await first).toEqual({ stdout: "", stderr: "", status: 0 });
  expect(runs()).toBe(1);
});

test("after mullion down nothing starts a daemon that reads the configuration again", async () => {
  configure("set -s exit-empty off", forEver);
  const first = startServer();
  await reached();
  const waiting = daemon.tmux("wait-for", "for-ever");
  expect((await daemon.run("down", "--force")).status).toBe(0);
  await Promise.all([first, waiting]);
  expect(daemon.pid()).toBeUndefined();
  expect(runs()).toBe(1);
});

test("a daemon that is killed while the configuration is read leaves the next one to read it", async () => {
  configure("set -s exit-empty off", "run 'tmux set -g @reached 1; tmux wait-for go-on'", "set -g @after 1");
  const first = startServer();
  await reached();
  await daemon.kill9();
  await waitFor(() => runs() === 2, "the configuration to run again");
  await waitFor(async () => {
    await daemon.tmux("wait-for", "-S", "go-on");
    return Promise.race([first.then(() => true), delay(20)]);
  }, "the first call to be answered");
  expect(await first).toEqual({ stdout: "", stderr: "", status: 0 });
  expect((await daemon.tmux("show", "-gv", "@after")).stdout).toBe("1\n");
  expect((await daemon.tmux("list-sessions", "-F", "#S")).stdout).toBe("a\n");
});
