import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { processHasEnded } from "../../src/processes/process-mark.ts";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { launcherPid } from "../fixtures/launcher-pid.ts";
import { waitFor } from "../fixtures/wait-for.ts";

/**
 * A daemon without free descriptors cannot start a program itself. It starts its launcher (after that one has died), the
 * programs of links to hosts, and the programs of engines; everything else is started by the launcher.
 */

const LIMIT = 4096;
/** Enough to accept a call and to read a file, and too few for a child's pipes; a launcher that dies returns two. */
const LEFT = 4;
const LEFT_WITH_LAUNCHER = 2;
const REASON = "the daemon has reached its limit of open files";

let daemon: TestDaemon;

beforeEach(async () => {
  daemon = await startDaemon();
  await daemon.tmux("new-session", "-d", "-s", "s", "cat");
});
afterEach(() => daemon.stop());

function limit(files: number): void {
  execFileSync("prlimit", ["--pid", `${daemon.pid()}`, `--nofile=${files}:`]);
}

function leave(count: number): void {
  const open = new Set(readdirSync(`/proc/${daemon.pid()}/fd`).map(Number));
  const free = Array.from({ length: LIMIT }, (_, fd) => fd).filter((fd) => !open.has(fd));
  limit(free[count - 1]! + 1);
}

async function killLauncher(): Promise<void> {
  const launcher = await waitFor(() => launcherPid(daemon.pid()), "a launcher");
  process.kill(launcher, "SIGKILL");
  await waitFor(() => processHasEnded(launcher), "the launcher's end");
}

const log = () => readFileSync(join(daemon.dir, "m/daemon.log"), "utf8");

const linux = test.runIf(process.platform === "linux");

linux(
  "calls for a program fail with a sentence, and work again when there are descriptors",
  async () => {
    leave(LEFT_WITH_LAUNCHER);
    await killLauncher();
    const failure = (sentence: string) => ({ status: 1, stdout: "", stderr: `${sentence}\n` });
    const start = `cannot start a program: ${REASON}`;
    expect(await daemon.tmux("new-window", "-d", "-t", "s:", "cat")).toEqual(
      failure(`create window failed: ${start}`),
    );
    expect(await daemon.tmux("run-shell", "exit 3")).toEqual(
      failure(`failed to run command: exit 3: ${start}`),
    );
    expect(await daemon.tmux("if-shell", "true", "set -g @if yes", "set -g @if no")).toEqual(
      failure(`failed to run command: true: ${start}`),
    );
    expect(await daemon.tmux("display-message", "-p", "<#(echo one)>#{@if}")).toMatchObject({
      status: 0,
      stdout: "<>\n",
    });
    limit(LIMIT);
    expect(await daemon.tmux("new-window", "-d", "-t", "s:", "cat")).toMatchObject({ status: 0, stderr: "" });
    expect((await daemon.tmux("run-shell", "exit 3")).status).toBe(3);
    expect((await daemon.tmux("list-panes", "-a", "-F", "#{pane_dead}")).stdout).toBe("0\n0\n");
    expect(log()).not.toContain("bug in");
  },
  60_000,
);

linux(
  "a host that no program can be started for is unreachable, until there are descriptors",
  async () => {
    const far = ["--command", "sh -c 'echo the far end >&2; exit 1'"];
    await daemon.run("host", "add", "box", "--no-set-up", ...far);
    leave(LEFT);
    const short = await daemon.run("ls", "--host", "box");
    expect(short.stdout + short.stderr).toContain(`cannot run sh: ${REASON}`);
    limit(LIMIT);
    const answered = async () =>
      JSON.stringify(await daemon.run("ls", "--host", "box")).includes("the far end");
    await waitFor(answered, "the host's own complaint", 30_000);
    expect(log()).not.toContain("bug in");
  },
  60_000,
);
