import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TreeDescription } from "../../src/cli/describe-tree.ts";
import { ownershipEntries } from "../../src/processes/ownership.ts";
import { processExists } from "../../src/processes/process-mark.ts";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { TestClient } from "../native/client.ts";

/** An orchestrator made `left`; a second one, which lives, made `kept`; a person made `mine`. */
let daemon: TestDaemon;
let client: TestClient;
let orchestrator: ChildProcess;
let orphanPid: number;

beforeAll(async () => {
  daemon = await startDaemon();
  client = new TestClient(daemon, "socket");
  await client.initialize({ session_hint: "orchestrators" });
  orchestrator = spawn("cat", { stdio: ["pipe", "ignore", "ignore"] });
  await once(orchestrator, "spawn");
  const make = (name: string, pid: number | undefined) =>
    client.call("mullion.spawn_session", {
      name,
      command: ["cat"],
      metadata: ownershipEntries(Date.now() - 30_000, pid),
    });
  orphanPid = (await make("left", orchestrator.pid)).pid;
  await make("kept", process.pid);
  await daemon.run("run", "-n", "mine", "--", "cat");
});
afterAll(async () => {
  await client.close();
  await daemon.stop();
});

const names = ({ servers }: TreeDescription) =>
  servers.flatMap(({ sessions }) => sessions.map(({ name }) => name));
const listed = async (...argv: string[]) =>
  names(JSON.parse((await daemon.run("ls", ...argv, "--json")).stdout));
const gc = async (...argv: string[]) => JSON.parse((await daemon.run("gc", ...argv, "--json")).stdout);

test("while their owners live there are no orphans", async () => {
  expect(await listed("--orphans")).toEqual([]);
  expect((await daemon.run("ls", "--orphans")).stdout).toBe("No sessions.\n");
  expect((await daemon.run("gc", "--grace", "0")).stdout).toBe("No orphans.\n");
});

test("when one is killed, what it made is listed, and nothing else", async () => {
  orchestrator.kill("SIGKILL");
  await once(orchestrator, "exit");
  expect(await listed("--orphans")).toEqual(["left"]);
  expect((await daemon.run("ls", "--orphans")).stdout).toMatch(
    /^mullion .*\n {2}left .*\n.*\n {6}%\d+ .*(?:working|idle) .*cat/,
  );
});

test("gc leaves what was used within the grace, and ends nothing in a dry run", async () => {
  const orphan = { server: "mullion", session: "left", owner: orchestrator.pid };
  expect(await gc()).toMatchObject({ ended: [], left: [{ ...orphan, reason: "in use" }], dryRun: false });
  expect((await daemon.run("gc")).stdout).toMatch(/^left left \(%\d+ on mullion\): used \d+ s ago\n$/);
  expect(await gc("--dry-run", "--grace", "10")).toMatchObject({ ended: [orphan], left: [], dryRun: true });
  expect(await listed()).toEqual(["kept", "left", "mine"]);
});

test("gc ends it, and nothing else", async () => {
  const { stdout, status } = await daemon.run("gc", "--grace", "10");
  expect(stdout).toMatch(
    new RegExp(`^ended left \\(%\\d+ on mullion\\): process ${orchestrator.pid} is gone\n$`),
  );
  expect(status).toBe(0);
  await waitFor(() => !processExists(orphanPid), "the orphan's process to be gone");
  expect(await listed()).toEqual(["kept", "mine"]);
  expect(await listed("--orphans")).toEqual([]);
});

test("a grace that is no number is refused", async () => {
  expect(await daemon.run("gc", "--grace", "soon")).toMatchObject({
    status: 1,
    stderr: 'mullion: --grace takes a number of seconds, not "soon"\n',
  });
});
