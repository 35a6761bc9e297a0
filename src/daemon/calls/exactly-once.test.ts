import { mkdtempSync, rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Store } from "../records/store.ts";
import { ExactlyOnce } from "./exactly-once.ts";
import { inRequest, runningRequest } from "./request-scope.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync("/tmp/meo-");
});
afterEach(() => rmSync(directory, { recursive: true }));

const scope = (requestId: bigint) => inRequest(requestId, (own) => own);
const answer = { stdout: "%1\n", stderr: "", status: 0 };

test("the next daemon repeats a recorded answer", () => {
  const store = new Store(directory);
  const once = new ExactlyOnce(store);
  expect(once.recall(7n)).toBeUndefined();
  store.append(once.begun({ ...scope(7n), spawned: [["k", "%1"]] }));
  expect(once.recall(7n)).toEqual({ kind: "begun", spawned: [["k", "%1"]] });
  store.append(once.answered(scope(7n), answer));
  store.close();
  const next = new Store(directory);
  expect(new ExactlyOnce(next).recall(7n)).toEqual({ kind: "answered", answer });
  next.close();
});

test("discards old answers", () => {
  const store = new Store(directory);
  const once = new ExactlyOnce(store);
  for (let id = 1n; id <= 600n; id++) store.append(once.answered(scope(id), answer));
  expect(once.recall(1n)).toBeUndefined();
  expect(once.recall(600n)).toBeDefined();
  expect([...store.under("request")]).toHaveLength(512);
  store.close();
});

test("a repeated request types under the same ids, another request under different ones", async () => {
  const ids = (requestId: bigint) =>
    inRequest(requestId, () => [runningRequest.nextInputId(), runningRequest.nextInputId()]);
  expect(ids(1n)).toEqual(ids(1n));
  expect(
    new Set([...ids(1n), ...ids(2n), ...ids(3n), runningRequest.nextInputId(), runningRequest.nextInputId()])
      .size,
  ).toBe(8);
  const late = await inRequest(1n, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return runningRequest.nextInputId();
  });
  expect(late).toBe(ids(1n)[0]);
});

test("an answer beyond 256 KB is not kept", () => {
  const store = new Store(directory);
  const once = new ExactlyOnce(store);
  const half = "x".repeat(128 * 1024);
  store.append(once.answered(scope(1n), { stdout: half, stderr: half, status: 0 }));
  store.append(once.answered(scope(2n), { stdout: half, stderr: `${half}x`, status: 0 }));
  expect([once.recall(1n)?.kind, once.recall(2n)]).toEqual(["answered", undefined]);
  store.close();
});

test("panes that are found count as started by their request, unless it was answered", () => {
  const store = new Store(directory);
  const once = new ExactlyOnce(store);
  store.append(once.begun({ ...scope(7n), spawned: [["k", "%1"]] }));
  store.append(once.found(7n, ["k", "%2"]));
  store.append(once.found(7n, ["k", "%3"]));
  const spawned = ["%1", "%2", "%3"].map((pane) => ["k", pane]);
  expect(once.recall(7n)).toEqual({ kind: "begun", spawned });
  store.append(once.found(8n, ["k", "%4"]));
  expect(once.recall(8n)).toEqual({ kind: "begun", spawned: [["k", "%4"]] });
  store.append(once.answered(scope(9n), answer));
  expect(once.found(9n, ["k", "%5"])).toEqual([]);
  store.close();
});

test("the next daemon discards the answers of earlier ones, too", () => {
  const store = new Store(directory);
  const once = new ExactlyOnce(store);
  for (let id = 1n; id <= 512n; id++) store.append(once.answered(scope(id), answer));
  store.close();
  const next = new Store(directory);
  next.append(new ExactlyOnce(next).answered(scope(1000n), answer));
  expect([...next.under("request")]).toHaveLength(512);
  next.close();
});
