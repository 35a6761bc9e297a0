import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { processesOf } from "../setup/left-behind.ts";

let place: TestDaemon;
let served: ChildProcess;
let status: Promise<number | null>;

beforeEach(async () => {
  place = prepareInstance();
  await serve();
});

afterEach(() => place.stop());

/** `mullion serve --end-panes`, until it answers. */
async function serve(): Promise<void> {
  served = spawn(join(root, "bin/mullion"), ["serve", "--end-panes"], { env: place.env, stdio: "ignore" });
  status = new Promise((resolve) => served.on("close", resolve));
  await waitFor(async () => (await place.run("version", "--daemon")).status === 0, "the daemon to answer");
}

const LAST_WORDS = `trap 'echo "its last words"; exit' HUP; echo ready; while :; do sleep 1; done`;

async function runUntilReady(): Promise<string> {
  const pane = (await outputOf(place.run("run", "-n", "agent", "--", "sh", "-c", LAST_WORDS))).trim();
  await outputOf(place.run("wait", pane, "--until", "match:ready", "-t", "10"));
  return pane;
}

async function expectStoppedPane(pane: string): Promise<void> {
  expect(await status).toBe(0);
  await waitFor(() => processesOf(place.dir).length === 0, "every process of the place to be gone");
  await place.start();
  expect(await outputOf(place.run("capture", pane))).toContain("its last words");
  expect(await outputOf(place.run("restore", "--dry-run", "--all"))).toContain(pane);
}

test("SIGTERM ends the panes of a container cleanly, and the next daemon shows them with their last words", async () => {
  const pane = await runUntilReady();
  served.kill("SIGTERM");
  await expectStoppedPane(pane);
});

test("a container that is killed whole keeps its panes for the next one", async () => {
  const pane = await runUntilReady();
  for (const { pid } of processesOf(place.dir)) process.kill(pid, "SIGKILL");
  await status;
  await waitFor(() => processesOf(place.dir).length === 0, "every process of the place to be gone");
  await serve();
  expect(await outputOf(place.run("capture", pane))).toContain("the machine stopped");
  expect(await outputOf(place.run("restore", "--dry-run", "--all"))).toContain(pane);
});

test("a program that ignores its end is killed, and its pane is kept too", async () => {
  const stubborn = `trap '' HUP TERM; echo ready; while :; do sleep 1; done`;
  const pane = (await outputOf(place.run("run", "--", "sh", "-c", stubborn))).trim();
  await outputOf(place.run("wait", pane, "--until", "match:ready", "-t", "10"));
  served.kill("SIGTERM");
  expect(await status).toBe(0);
  await waitFor(() => processesOf(place.dir).length === 0, "every process of the place to be gone");
});

test("an announced end warns the panes' owners, and comes before its time", async () => {
  const pane = await runUntilReady();
  const announced = Date.now();
  await outputOf(place.run("ending", "--in", "17", "the spot machine is taken back"));
  expect(await outputOf(place.run("explain", pane))).toContain("the spot machine is taken back");
  expect(await outputOf(place.run("ls"))).toContain("the spot machine is taken back");
  await status;
  expect(Date.now() - announced).toBeLessThan(10_000);
  expect(readFileSync(join(place.dir, "m/daemon.log"), "utf8")).toContain("the spot machine is taken back");
  await expectStoppedPane(pane);
});

test("wrong times are rejected", async () => {
  for (const [argv, sentence] of [
    [["--in", "soon"], "--in needs a time"],
    [["--at", "tomorrow"], "--at needs seconds since 1970"],
    [["--at", "1", "--in", "1"], "not both"],
    [["--in", "600h"], "less than 24 days"],
  ] as const)
    expect(await place.run("ending", ...argv)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(sentence),
    });
});
