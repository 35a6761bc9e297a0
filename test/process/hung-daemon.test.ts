import { spawn } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askDaemon } from "../../src/cli/ask-daemon.ts";
import { probeHolder } from "../../src/cli/holder-probe.ts";
import { root, startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { openFiles } from "../fixtures/open-files.ts";
import { waitFor } from "../fixtures/wait-for.ts";

let daemon: TestDaemon;
let stopped: number | undefined;
beforeEach(async () => {
  daemon = await startDaemon();
});
afterEach(async () => {
  if (stopped !== undefined) process.kill(stopped, "SIGCONT");
  stopped = undefined;
  await daemon.stop();
});

function stopDaemon(): number {
  stopped = daemon.pid()!;
  process.kill(stopped, "SIGSTOP");
  return stopped;
}

const short = { env: { MULLION_WAIT_LIMIT_MS: "2500" } };

describe("a daemon that hangs", () => {
  test.each(["tmux", "run"] as const)(
    "is named after two seconds, and its caller fails in the end: %s",
    async (way) => {
      const pid = stopDaemon();
      const { status, stdout, stderr } = await daemon[way]("ls", short);
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr.split("\n")).toEqual([
        `mullion: waiting for the daemon (process ${pid}), which does not answer`,
        `mullion: the daemon (process ${pid}) has not answered for 2 s: end it with kill -9 ${pid} (panes stay, and the next call starts another), or continue it with kill -CONT ${pid} if it was stopped`,
        "",
      ]);
    },
  );

  test("answers a caller that waited when it goes on", async () => {
    await daemon.tmux("new-session", "-d", "-s", "kept", "cat");
    const pid = stopDaemon();
    const call = daemon.tmux("list-sessions", "-F", "#S");
    const waiting = await waitFor(
      async () => (await daemon.tmux("list-sessions", short)).stderr,
      "a call that is told",
    );
    expect(waiting).toContain(`process ${pid}`);
    process.kill(pid, "SIGCONT");
    expect(await call).toEqual({
      status: 0,
      stdout: "kept\n",
      stderr: `mullion: waiting for the daemon (process ${pid}), which does not answer\n`,
    });
  });

  test("does not block a caller when it accepts no more connections", async () => {
    const pid = stopDaemon();
    const waiting = await fillBacklog(join(daemon.dir, "m/daemon.sock"));
    try {
      const { status, stderr } = await daemon.tmux("ls", short);
      expect(status).toBe(1);
      expect(stderr).toContain(`waiting for the daemon (process ${pid}), which accepts no connection\n`);
      expect(stderr).toContain(`end it with kill -9 ${pid}`);
    } finally {
      for (const socket of waiting) socket.destroy();
    }
  });
});

/** Connects until the system refuses to queue more. */
async function fillBacklog(path: string): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let full = false; !full; ) {
    const socket = createConnection(path);
    sockets.push(socket);
    full = await new Promise<boolean>((resolve) => {
      socket.on("connect", () => resolve(false));
      socket.on("error", () => resolve(true));
    });
    if (sockets.length > 5000) throw new Error("the backlog is never full");
  }
  return sockets;
}

describe("a call that waits by its nature prints nothing", () => {
  test("wait-for, run-shell and mullion wait, for longer than a daemon that hangs is given", async () => {
    await daemon.tmux("new-session", "-d", "-s", "w", "cat");
    const calls = [
      daemon.tmux("wait-for", "go", short),
      daemon.tmux("run-shell", `until [ -e ${daemon.dir}/go ]; do sleep 0.05; done`, short),
      daemon.run("wait", "-L", "default", "w", short),
    ];
    const begunMs = Date.now();
    await waitFor(() => Date.now() - begunMs > 3_500, "the limit to pass");
    writeFileSync(join(daemon.dir, "go"), "");
    await daemon.tmux("wait-for", "-S", "go");
    await daemon.tmux("kill-session", "-t", "w");
    for (const { stderr } of await Promise.all(calls)) expect(stderr).toBe("");
  });
});

describe.runIf(process.platform === "linux")("a machine that stands still", () => {
  test("is not taken for a daemon that hangs", async () => {
    await daemon.tmux("new-session", "-d", "-s", "kept", "cat");
    const pid = stopDaemon();
    const caller = spawn(join(root, "bin/tmux"), ["list-sessions"], {
      env: { ...daemon.env, ...short.env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const stderr = text(caller.stderr);
    const [ofStderr, ofCall, ofProbe] = [1, 1, 1];
    await waitFor(() => socketsOf(caller.pid!) === ofStderr + ofCall + ofProbe, "the caller's probe");
    caller.kill("SIGSTOP");
    const stoppedMs = Date.now();
    await waitFor(() => Date.now() - stoppedMs > 3_000, "more than the caller's limit to pass");
    caller.kill("SIGCONT");
    process.kill(pid, "SIGCONT");
    expect(await stderr).toBe("");
  });

  test("is not taken for a daemon or a holder that hangs by a verb that asks them", async () => {
    await daemon.tmux("new-session", "-d", "echo connected; exec cat");
    await waitFor(
      async () => (await daemon.tmux("capture-pane", "-p")).stdout.includes("connected"),
      "the pane",
    );
    const runtime = join(daemon.dir, "m");
    const [holder] = readdirSync(join(runtime, "h"));
    const asked = [
      askDaemon(join(runtime, "daemon.sock"), ["ls"], 2_000),
      probeHolder(join(runtime, "h", holder!)),
    ];
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000); // This process stands still.
    expect(await Promise.all(asked)).toMatchObject([{ kind: "answered" }, { kind: "alive" }]);
  });
});

function socketsOf(pid: number): number {
  return [...openFiles(pid).values()].filter((file) => file.startsWith("socket:")).length;
}
