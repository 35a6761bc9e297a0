import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Launcher } from "../../src/holders/launcher.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { launcherPid } from "../fixtures/launcher-pid.ts";
import { waitFor } from "../fixtures/wait-for.ts";

const daemon = daemonForAll();

test.runIf(process.platform === "linux")(
  "a launcher that is killed is replaced, and no pane notices",
  async () => {
    await daemon.tmux("new-session", "-d", "-s", "s", "cat");
    const list = async () =>
      (await daemon.tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_pid}")).stdout.trim().split("\n");
    for (let round = 0; round < 5; round++) {
      const before = await list();
      const launcher = await waitFor(() => launcherPid(daemon.pid()), "a launcher");
      const making = Array.from({ length: 8 }, () =>
        daemon.tmux("new-window", "-d", "-t", "s:", "-P", "-F", "#{pane_id} #{pane_pid}", "cat"),
      );
      process.kill(launcher, "SIGKILL");
      const made = await Promise.all(making);
      expect(made.filter(({ status }) => status !== 0)).toEqual([]);
      expect((await list()).toSorted()).toEqual(
        [...before, ...made.map(({ stdout }) => stdout.trim())].toSorted(),
      );
    }
  },
);

test.runIf(process.platform === "linux")("a pane may be killed before its program has started", async () => {
  await daemon.tmux("new-session", "-d", "-s", "kept", "cat");
  const launcher = await waitFor(() => launcherPid(daemon.pid()), "a launcher");
  process.kill(launcher, "SIGSTOP");
  const making = daemon.tmux("new-window", "-d", "-t", "kept:", "-n", "short", "cat");
  const killed = () => daemon.tmux("kill-window", "-t", "kept:short");
  await waitFor(async () => (await killed()).status === 0, "the window");
  process.kill(launcher, "SIGCONT");
  await making;
  expect(readFileSync(join(daemon.dir, "m/daemon.log"), "utf8")).not.toContain("bug in");
});

test.runIf(process.platform === "linux")(
  "a launcher counts and signals the processes of a session",
  async () => {
    const launcher = new Launcher(join(import.meta.dirname, "../../native/build/mullion-holder"));
    const leader = spawn("sh", ["-c", "sleep 60 & exec sleep 60"], { detached: true, stdio: "ignore" });
    const ended = once(leader, "exit");
    try {
      await waitFor(async () => (await launcher.signalSession(leader.pid!, 0)) === 2, "two processes");
      expect(await launcher.signalSession(leader.pid!, constants.signals.SIGTERM)).toBe(2);
      expect(await ended).toEqual([null, "SIGTERM"]);
      await waitFor(async () => (await launcher.signalSession(leader.pid!, 0)) === 0, "the session's end");
    } finally {
      launcher.stop();
    }
  },
);

test("a launcher that cannot start is not started over and over", async () => {
  const program = join(daemon.dir, "broken");
  const record = `${program}.starts`;
  writeFileSync(program, `#!/bin/sh\necho >>${record}\nexit 1\n`, { mode: 0o755 });
  const starts = () => (existsSync(record) ? readFileSync(record).length : 0);
  const launcher = new Launcher(program);
  await waitFor(() => starts() === 4 && launcher.pid === undefined, "it to be given up");
  const pane = { cwd: "/", argv: ["true"], environment: [], size: { cols: 80, rows: 24 } };
  const asked = await launcher.launch({ key: 1n, socketPath: join(daemon.dir, "pane"), ...pane });
  expect(asked).toMatchObject({
    kind: "launch-failed",
    sentence: `${program} does not run (it ended with status 1): install Mullion again, or build it again in a checkout`,
  });
  expect({ starts: starts(), pid: launcher.pid }).toEqual({ starts: 5, pid: undefined });
});
