import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connect } from "../../src/client/index.ts";
import { processHasEnded, startTimeOf } from "../../src/processes/process-mark.ts";
import { root, startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { TestClient } from "../native/client.ts";
import { processesOf } from "../setup/left-behind.ts";
import { exchange, messagesIn, opening } from "./socket-client.ts";

/** `mullion down` while calls arrive: each is answered, and none starts another daemon. */
const ENDED = "the daemon was ended, and its panes with it (mullion down)\n";

let daemon: TestDaemon;
beforeEach(async () => {
  daemon = await startDaemon();
});
afterEach(() => daemon.stop());

function expectNothingRuns(): void {
  expect(daemon.pid()).toBeUndefined();
  expect(existsSync(join(daemon.dir, "m/daemon.sock"))).toBe(false);
  expect(processesOf(daemon.dir)).toEqual([]);
}

/** Ends everything, which takes as long as a program has that ignores SIGHUP; resolves when it has begun. */
async function slowDown() {
  const script = "trap '' HUP; echo ready; while :; do sleep 0.1; done";
  const slow = (await outputOf(daemon.run("run", "--", "sh", "-c", script))).trim();
  await outputOf(daemon.run("wait", slow, "--until", "match:ready"));
  const quick = (await outputOf(daemon.run("run", "--", "cat"))).trim();
  const ended = daemon.run("wait", quick);
  const down = daemon.run("down", "--force");
  await ended;
  return { down };
}

test("a call that arrives while panes end is answered with the reason, and starts nothing", async () => {
  const client = new TestClient(daemon, "socket");
  await client.initialize({});
  const { down } = await slowDown();
  const arrived = await Promise.all([
    daemon.run("run", "--", "cat"),
    daemon.run("up"),
    daemon.run("ls"),
    daemon.tmux("new-session", "-d", "cat"),
  ]);
  for (const call of arrived) expect(call).toMatchObject({ status: 1, stderr: ENDED });
  await expect(client.spawn(["cat"])).rejects.toThrow(ENDED.trim());
  expect((await down).status).toBe(0);
  expectNothingRuns();
});

test("a client whose request has not arrived is answered, so that it does not start the next daemon", async () => {
  const request = opening(daemon, ["ls"]);
  // Nothing, a part of the preamble, the preamble, a part of the request.
  const late = [0, 3, 8, 40].map((size) => exchange(daemon, request.subarray(0, size)));
  await outputOf(daemon.run("ls"));
  await outputOf(daemon.run("down", "--force"));
  for (const said of late)
    expect(messagesIn(await said)).toEqual([
      { kind: "stderr", bytes: Buffer.from(ENDED) },
      { kind: "exit", status: 1, hangUp: false },
    ]);
  expectNothingRuns();
});

test("a call after the daemon's end starts no other one while `mullion down` still runs", async () => {
  const pane = (await outputOf(daemon.run("run", "--", "cat"))).trim();
  const ended = daemon.run("wait", pane);
  const old = daemon.pid()!;
  const down = spawn(join(root, "bin/mullion"), ["down", "--force"], { env: daemon.env, stdio: "ignore" });
  const status = once(down, "exit");
  await ended;
  down.kill("SIGSTOP");
  try {
    await waitFor(() => processHasEnded(old), "the daemon to be gone");
    const late = await Promise.all([
      daemon.run("ls"),
      daemon.tmux("list-sessions"),
      daemon.tmux("new-session", "-d", "cat"),
    ]);
    const stderr = `mullion: process ${down.pid} (mullion down) ends the daemon now: try again when it is done\n`;
    for (const call of late) expect(call).toMatchObject({ status: 1, stdout: "", stderr });
    const message = stderr.trim().replace("mullion: ", "");
    await expect(connect({ env: daemon.env })).rejects.toMatchObject({ code: "backend-ended", message });
  } finally {
    down.kill("SIGCONT");
  }
  expect(await status).toEqual([0, null]);
  expectNothingRuns();
  await daemon.start();
});

test("of several that end everything at once, all succeed", async () => {
  await outputOf(daemon.run("run", "--", "cat"));
  const { down } = await slowDown();
  const downs = await Promise.all([down, daemon.run("down", "--force"), daemon.run("down", "--force")]);
  for (const { status } of downs) expect(status).toBe(0);
  expectNothingRuns();
});

test("of several that end the panes of a killed daemon at once, all succeed", async () => {
  await outputOf(daemon.run("run", "--", "cat"));
  await daemon.kill9();
  const downs = await Promise.all([1, 2, 3].map(() => daemon.run("down", "--force")));
  for (const down of downs) expect(down).toMatchObject({ status: 0, stderr: "" });
  expectNothingRuns();
});

test("one whose question is answered after another one has ended everything succeeds", async () => {
  const terminal = await startDaemon();
  try {
    await outputOf(daemon.run("run", "--", "cat"));
    const names = ["MULLION_DIR", "XDG_STATE_HOME", "TMUX_TMPDIR", "HOME"];
    const environment = names.map((name) => `${name}=${daemon.env[name]}`);
    const down = ["env", ...environment, join(root, "bin/mullion"), "down"];
    const asks = (await outputOf(terminal.run("run", "--keep", "--", ...down))).trim();
    await outputOf(terminal.run("wait", asks, "--until", "match:End them"));
    await outputOf(daemon.run("down", "--force"));
    await outputOf(terminal.run("send", asks, "y", "--key", "Enter"));
    expect(await outputOf(terminal.run("wait", asks))).toBe("0\n");
    expect(await outputOf(terminal.run("logs", asks))).toMatch(/Ended 1 pane and the daemon\.\n$/);
    expectNothingRuns();
  } finally {
    await terminal.stop();
  }
});

test("one whose parent does not reap it holds no start up", async () => {
  const script = `'${join(root, "bin/mullion")}' down & echo $!; exec sleep 60`;
  const parent = spawn("sh", ["-c", script], { env: daemon.env, stdio: ["ignore", "pipe", "ignore"] });
  try {
    const down = Number.parseInt(String((await once(parent.stdout, "data"))[0]), 10);
    await waitFor(() => processHasEnded(down), "the end of `mullion down`");
    expect(startTimeOf(down)).not.toBe("0");
    await daemon.start();
  } finally {
    parent.kill("SIGKILL");
  }
});

test("a process that has the id of a former `mullion down` holds no start up", async () => {
  await outputOf(daemon.run("down"));
  const noStart = join(daemon.dir, "m/no-start");
  expect(readFileSync(noStart, "utf8")).toMatch(/^\d+ \d+\n$/);
  writeFileSync(noStart, `${process.pid} 1\n`);
  await daemon.start();
});
