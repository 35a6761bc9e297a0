import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { base64, TestClient } from "./client.ts";

/** A client of `mullion-pane-backend` over daemons that die. */
let daemon: TestDaemon;
let client: TestClient;
beforeEach(async () => {
  daemon = await startDaemon();
});
afterEach(async () => {
  await client.close();
  await daemon.stop();
});

const SLOW = 30_000;

/** Since the process started. */
function bytesRead(pid: number): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1]);
}

function isAsleep(pid: number): boolean {
  return / S /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}

test("goes on over a killed daemon: same session, same agents, output without a gap", async () => {
  client = new TestClient(daemon, "stdio");
  const { self_context_id: self } = await client.initialize({ capabilities: ["events", "context_output"] });
  const script = "i=0; while [ $i -lt 400 ]; do echo line $i; i=$((i+1)); sleep 0.02; done; exit 7";
  const printing = await client.spawn(["sh", "-c", script]);
  const quiet = await client.spawn(["cat"]);
  for (let kill = 1; kill <= 3; kill++) {
    await waitFor(() => client.output(printing).includes(`line ${kill * 40}\r`), "some output");
    await daemon.kill9();
    expect((await client.call("list", {}, SLOW)).contexts).toEqual([printing, quiet]);
    expect((await client.call("get_self_id", {}, SLOW)).context_id).toBe(self);
  }
  await client.call("write", { context_id: quiet, data: base64("still here\r") });
  await client.event("context_output", quiet);
  expect((await client.event("context_exited", printing, SLOW)).params).toMatchObject({ exit_code: 7 });
  const expected = Array.from({ length: 400 }, (_, i) => `line ${i}\r\n`).join("");
  expect(client.output(printing) === expected).toBe(true);
  const sequences = client.events("context_exited").map(({ params }) => params!.sequence);
  expect(new Set(sequences).size).toBe(sequences.length);
  expect(client.messages.every(({ jsonrpc }) => jsonrpc === undefined)).toBe(true);
}, 120_000);

test("answers every request once: what can be asked again is, anything else fails with a code", async () => {
  client = new TestClient(daemon, "stdio");
  await client.initialize();
  const cat = await client.spawn(["cat"]);
  const { pid = 0 } = client.child!;
  process.kill(daemon.pid()!, "SIGSTOP");
  const unread = () => client.sentBytes - bytesRead(pid);
  const before = unread();
  const looking = ["capture", "kill"].map((method) => client.send(method, { context_id: cat }));
  const waiting = client.send("mullion.wait", { context_id: cat, until: { kind: "exit" } });
  const typing = client.send("write", { context_id: cat, data: base64("x") });
  const spawning = client.send("spawn_agent", { command: ["cat"] });
  // A request that the bridge has not passed on when the daemon dies goes to the next daemon.
  await waitFor(() => unread() === before && isAsleep(pid), "the requests to be passed on");
  await daemon.kill9();
  for (const id of looking) expect((await client.reply(id, SLOW)).error).toBeUndefined();
  expect((await client.reply(waiting, SLOW)).result).toMatchObject({ outcome: "met" });
  for (const id of [typing, spawning]) {
    const reply = await client.reply(id, SLOW);
    expect(client.code(reply)).toBe("daemon-lost");
    expect(reply.error!.code).toBe(1042);
  }
  expect((await client.call("list", {})).contexts).not.toContain(cat);
  for (const id of [...looking, waiting, typing, spawning])
    expect(client.messages.filter((message) => message.id === id && !message.method)).toHaveLength(1);
}, 120_000);

test("passes a request that arrives after a daemon's death to the next daemon", async () => {
  client = new TestClient(daemon, "stdio");
  await client.initialize();
  // So that the bridge finds the request and the end of its connection at the same time.
  client.child!.kill("SIGSTOP");
  await daemon.kill9();
  const spawning = client.send("spawn_agent", { command: ["cat"] });
  client.child!.kill("SIGCONT");
  expect((await client.reply(spawning, SLOW)).error).toBeUndefined();
}, 120_000);

test("keeps what was subscribed to, also when the daemon dies before it has answered initialize", async () => {
  client = new TestClient(daemon, "stdio");
  process.kill(daemon.pid()!, "SIGSTOP");
  const beginning = client.send("initialize", { protocol_version: "1", session_hint: "kept" });
  await daemon.kill9();
  expect((await client.reply(beginning, SLOW)).result).toMatchObject({ protocol_version: "1" });
  await client.call("mullion.subscribe", { events: ["mullion.context_spawned"] });
  await daemon.kill9();
  const id = (await client.call("spawn_agent", { command: ["true"] }, SLOW)).context_id;
  await client.event("mullion.context_spawned", id);
  await client.call("mullion.wait", { context_id: id, until: { kind: "exit" } });
  expect(client.events("context_exited")).toEqual([]);
}, 120_000);

test("keeps the level of its client, and whose agents it follows", async () => {
  client = new TestClient(daemon, "stdio");
  await client.initialize({ session_hint: "levels", mullion_level: 2 });
  const id = await client.spawn(["cat"]);
  await daemon.tmux("new-session", "-d", "sleep 1000");
  await client.call("mullion.subscribe", { agents: "team" });
  await daemon.kill9();
  expect((await client.call("mullion.describe", {}, SLOW)).level).toBe(2);
  await client.event("mullion.agent_state_changed", id);
  const changed = client.events("mullion.agent_state_changed");
  expect(changed.filter(({ params }) => params!.context_id !== id)).toEqual([]);
}, 120_000);

test("kills in the end what was spawned under a former daemon, where that was asked for", async () => {
  client = new TestClient(daemon, "stdio", ["--kill-on-close"]);
  await client.initialize({ session_hint: "killed" });
  const id = await client.spawn(["cat"]);
  await daemon.kill9();
  expect((await client.call("list", {}, SLOW)).contexts).toEqual([id]);
  client.end();
  await waitFor(() => client.closed, "the bridge to end");
  const other = new TestClient(daemon, "socket");
  await other.initialize({ session_hint: "killed" });
  await waitFor(async () => (await other.call("list", {})).contexts.length === 0, "the agent's end");
  await other.close();
}, 120_000);
