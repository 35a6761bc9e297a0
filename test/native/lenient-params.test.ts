import { afterEach, beforeEach, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { TestClient } from "./client.ts";

/** What other people's serializers write, and what a client may count on. */
const daemon = daemonForAll();
let client: TestClient;

beforeEach(async () => {
  client = new TestClient(daemon, "socket");
});
afterEach(async () => {
  for (const id of (await client.call("list", {})).contexts) await client.call("kill", { context_id: id });
  await client.close();
});

const initialize = { protocol_version: "1", capabilities: null, session_hint: null, mullion: null };

test("an optional member that is null is left out", async () => {
  expect((await client.ask("initialize", initialize)).error).toBeUndefined();
  const { result } = await client.ask("spawn_agent", {
    command: ["cat"],
    cwd: null,
    env: null,
    metadata: { name: "kept", color: null, role: null, note: null },
  });
  const context_id = result!.context_id as string;
  expect((await client.ask("capture", { context_id, lines: null })).result).toEqual({ text: "" });
  const [pane] = (await client.call("mullion.tree", {})).sessions[0]!.windows[0]!.panes;
  expect(pane!.metadata).toEqual({ name: "kept" });
  const wanted = { events: null, contexts: null };
  expect((await client.ask("mullion.subscribe", wanted)).error).toBeUndefined();
});

test("a member that is asked for may not be null, nor a value of a variable", async () => {
  await client.ask("initialize", initialize);
  expect(client.code(await client.ask("spawn_agent", { command: null }))).toBe("invalid-params");
  expect(client.code(await client.ask("capture", { context_id: null }))).toBe("invalid-params");
  const variable = { command: ["cat"], env: { A: null } };
  expect(client.code(await client.ask("spawn_agent", variable))).toBe("invalid-params");
});

test("further metadata may be arrays and objects, within a bound", async () => {
  await client.ask("initialize", initialize);
  const metadata = { name: "n", tags: ["a", "b"], budget: { tokens: 5, of: [1] } };
  await client.spawn(["cat"], { metadata });
  const [pane] = (await client.call("mullion.tree", {})).sessions[0]!.windows[0]!.panes;
  expect(pane!.metadata).toEqual({ name: "n", tags: '["a","b"]', budget: '{"tokens":5,"of":[1]}' });
  const context_id = pane!.context_id!;
  const changed = await client.call("mullion.set_metadata", { context_id, metadata: { tags: [1] } });
  expect(changed.metadata.tags).toBe("[1]");
  const large = { command: ["cat"], metadata: { tags: Array.from({ length: 1000 }, (_, i) => i) } };
  expect(client.code(await client.ask("spawn_agent", large))).toBe("invalid-params");
});

test("counts beyond their bounds are clamped", async () => {
  await client.ask("initialize", initialize);
  const context_id = await client.spawn(["sh", "-c", "echo one; echo two; exec cat"]);
  await client.call("mullion.wait", { context_id, until: { kind: "text", text: "two" } });
  expect(await client.call("capture", { context_id, lines: 50_000_000 })).toEqual({ text: "one\ntwo" });
  expect(client.code(await client.ask("capture", { context_id, lines: 0 }))).toBe("invalid-params");
  expect((await client.ask("mullion.screen", { context_id, history: 50_000_000 })).error).toBeUndefined();
});

test("a killed context is listed until it has exited", async () => {
  await client.ask("initialize", initialize);
  const script = "trap 'read go; exit 3' HUP; echo set; while :; do sleep 0.05; done";
  const context_id = await client.spawn(["sh", "-c", script]);
  await client.call("mullion.wait", { context_id, until: { kind: "text", text: "set" } });
  await client.call("kill", { context_id });
  expect((await client.call("list", {})).contexts).toEqual([context_id]);
  await client.event("context_exited", context_id);
  expect((await client.call("list", {})).contexts).toEqual([]);
});
