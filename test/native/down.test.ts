import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root, startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { access, events, post } from "../http/http-client.ts";
import { TestClient } from "./client.ts";

/** `mullion down` with connected clients: each is notified in its own way, and none restarts the daemon. */
let daemon: TestDaemon;
beforeEach(async () => {
  daemon = await startDaemon();
});
afterEach(() => daemon.stop());

async function endEverything(): Promise<void> {
  expect((await daemon.run("down", "--force")).status).toBe(0);
}

function expectNothingRuns(): void {
  expect(daemon.pid()).toBeUndefined();
  expect(existsSync(join(daemon.dir, "m/daemon.sock"))).toBe(false);
}

test("the bridge ends with a sentence", async () => {
  const bridge = spawn(join(root, "bin/mullion-pane-backend"), [], { env: daemon.env });
  const said = text(bridge.stderr);
  const ended = new Promise((resolve) => bridge.on("close", resolve));
  bridge.stdin.write('{"id":1,"method":"initialize","params":{"protocol_version":"1"}}\n');
  await new Promise((resolve) => bridge.stdout.once("data", resolve));
  await endEverything();
  expect(await ended).toBe(1);
  expect(await said).toBe(
    "mullion-pane-backend: the daemon was ended, and its panes with it (mullion down)\n",
  );
  expectNothingRuns();
});

test("who has only the proposal hears of every end, once, and of nothing that it did not ask for", async () => {
  const client = new TestClient(daemon, "socket");
  await client.initialize({ capabilities: ["events", "context_output"] });
  const ids = await Promise.all([client.spawn(["cat"]), client.spawn(["sh", "-c", "seq 1 5000; exec cat"])]);
  await client.call("mullion.wait", { context_id: ids[1], until: { kind: "regex", pattern: "^5000$" } });
  await endEverything();
  await waitFor(() => client.closed, "the connection to be closed");
  const exits = client.events("context_exited").map(({ params }) => params);
  expect(exits).toMatchObject(ids.map((context_id) => ({ context_id, exit_code: 129 })));
  expect(new Set(client.events().map(({ method }) => method))).toEqual(
    new Set(["context_output", "context_exited"]),
  );
  expectNothingRuns();
});

test("journals of agents go with their time, with `down`, and with a daemon that starts after it", async () => {
  const journals = () => {
    const directory = join(daemon.dir, "m/state/journals");
    return existsSync(directory) ? readdirSync(directory) : [];
  };
  const client = new TestClient(daemon, "socket");
  await client.initialize({});
  const id = await client.spawn(["sh", "-c", "echo last words"]);
  const text = async () => (await client.call("capture", { context_id: id })).text;
  await waitFor(async () => /last words/.test(String(await text())), "its output");
  await waitFor(() => client.events("context_exited").length === 1, "its exit");
  expect(journals()).toHaveLength(1);
  await daemon.kill9();
  await daemon.start();
  expect(journals()).toHaveLength(1);
  await endEverything();
  expect(journals()).toEqual([]);
  // One that nothing is on record of goes with the next start.
  mkdirSync(join(daemon.dir, "m/state/journals/0123456789ab-7"), { recursive: true });
  await daemon.start();
  expect(journals()).toEqual([]);
});

test("a stream over HTTP ends with the word", async () => {
  const told = events<{ method?: string }>(await post(await access(daemon), "mullion.subscribe", {}));
  await told.next();
  const seen: unknown[] = [];
  const reading = (async () => {
    for await (const { method } of told) seen.push(method);
  })();
  await endEverything();
  await reading;
  expect(seen).toEqual(["mullion.backend_ended"]);
  expectNothingRuns();
});
