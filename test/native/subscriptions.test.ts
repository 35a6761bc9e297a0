import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { base64, TestClient } from "./client.ts";

const daemon = daemonForAll();

async function opened(hint: string): Promise<TestClient> {
  const client = new TestClient(daemon, "socket");
  await client.initialize({ session_hint: hint });
  return client;
}

test("a subscription may be for some contexts and some events", async () => {
  const client = await opened("some");
  const a = await client.spawn(["cat"]);
  const b = await client.spawn(["cat"]);
  const { cursor } = await client.call("mullion.subscribe", { contexts: [a], events: ["context_output"] });
  expect(cursor.offsets).toEqual({ [a]: 0 });
  for (const id of [a, b]) await client.call("write", { context_id: id, data: base64("x\n") });
  await client.event("context_output", a);
  for (const id of [b, a]) {
    await client.call("kill", { context_id: id });
    await client.call("mullion.wait", { context_id: id, until: { kind: "exit" } });
  }
  await client.call("list", {});
  expect(new Set(client.events().map(({ method, params }) => [method, params!.context_id].join()))).toEqual(
    new Set([`context_output,${a}`]),
  );
  await client.close();
});

test("resume: from the first byte, from the middle, of one that has exited", async () => {
  const client = await opened("resume");
  const { cursor } = await client.call("mullion.subscribe", { events: [] });
  const id = await client.spawn(["sh", "-c", "seq 1 5000; exit 3"]);
  await client.call("mullion.wait", { context_id: id, until: { kind: "exit" } });
  const whole = Array.from({ length: 5000 }, (_, index) => `${index + 1}\r\n`).join("");
  for (const from of [0, 1, 10_000, whole.length]) {
    const again = await opened("resume");
    await again.call("mullion.resume", { cursor: { ...cursor, offsets: { [id]: from } } });
    const { params } = await again.event("context_exited", id);
    expect(params).toMatchObject({ exit_code: 3, offset: whole.length });
    expect(again.output(id)).toBe(whole.slice(from));
    expect(again.events("mullion.gap")).toEqual([]);
    expect(again.messages.at(-1)!.method).toBe("context_exited");
    await again.close();
  }
  await client.close();
});

test("resume from where a subscription begins: earlier ends are not reported again", async () => {
  const client = await opened("past");
  const past = await client.spawn(["sh", "-c", "echo past"]);
  await client.call("mullion.wait", { context_id: past, until: { kind: "exit" } });
  const { cursor } = await client.call("mullion.subscribe", {});
  expect(cursor.offsets).toEqual({ [past]: 6 });
  const later = await opened("past");
  await later.call("mullion.resume", { cursor });
  const present = await client.spawn(["sh", "-c", "echo present"]);
  await later.event("context_exited", present);
  expect(later.output(present)).toBe("present\r\n");
  expect(later.events().filter(({ params }) => params?.context_id === past)).toEqual([]);
  await client.close();
  await later.close();
});

test("resume while it prints: no byte twice, none left out", async () => {
  const once = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\r\n`).join("");
  const total = once.length * 8;
  const client = await opened("live");
  await client.call("mullion.subscribe", { events: [] });
  const id = await client.spawn([
    "sh",
    "-c",
    "for i in 1 2 3 4 5 6 7 8; do seq 1 20000; sleep 0.1; done; read x",
  ]);
  let heard = "";
  const cursor = () => ({ sequence: 0, offsets: { [id]: heard.length } });
  let readers = 0;
  for (; heard.length < total; readers++) {
    const reader = await opened("live");
    await reader.call("mullion.resume", { cursor: cursor() });
    const [first] = await waitFor(() => {
      const events = reader.events("context_output");
      return events.length > 0 ? events : undefined;
    }, "some output");
    expect(first!.params!.offset).toBe(heard.length);
    heard += reader.output(id);
    await reader.close();
  }
  expect(readers).toBeGreaterThan(3);
  const last = await opened("live");
  await last.call("mullion.resume", { cursor: cursor() });
  await client.call("mullion.send_keys", { context_id: id, keys: ["Enter"] });
  await last.event("context_exited", id);
  // What was typed last is the terminal's echo of Enter.
  expect(heard + last.output(id)).toBe(`${once.repeat(8)}\r\n`);
  await last.close();
  await client.close();
});

test("a reader that does not read is notified of a gap, can request it again, and stalls no other client", async () => {
  const client = await opened("slow");
  const slow = connect(join(daemon.dir, "m/daemon.sock"));
  let heard = "";
  slow.on("data", (chunk) => {
    heard += chunk;
  });
  const request = (id: number, method: string, params: object) =>
    slow.write(`${JSON.stringify({ id, method, params })}\n`);
  request(1, "initialize", { protocol_version: "1", session_hint: "slow", capabilities: ["context_output"] });
  await waitFor(() => heard.includes('"id":1'), "the reply");
  slow.pause();

  const bytes = 30_000_000;
  const id = await client.spawn([
    "sh",
    "-c",
    `read x; head -c ${bytes} /dev/zero | tr '\\0' y; echo; echo printed; exec cat`,
  ]);
  const start = Date.now();
  await client.call("mullion.send_keys", { context_id: id, keys: ["Enter"] });
  const done = await client.call(
    "mullion.wait",
    { context_id: id, until: { kind: "regex", pattern: "^printed$" }, timeout_ms: 60_000 },
    60_000,
  );
  expect(done.outcome).toBe("met");
  expect(Date.now() - start).toBeLessThan(30_000);

  slow.resume();
  await waitFor(() => heard.includes("mullion.gap"), "the gap");
  const messages = () =>
    heard
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const gaps = messages().filter(({ method }) => method === "mullion.gap");
  expect(gaps[0].params).toMatchObject({ kind: "output", context_id: id, reason: "slow-reader" });
  let position = 0;
  for (const { method, params } of messages()) {
    if (method === "context_output") {
      expect(params.offset).toBe(position);
      position += Buffer.from(params.data, "base64").length;
    } else if (method === "mullion.gap") {
      expect(params.from).toBe(position);
      position = params.to;
    }
  }
  const { from, to } = gaps.at(-1).params;
  expect(to - from).toBeGreaterThan(1_000_000);

  // The newest part of it is still in the journal.
  const again = await opened("slow");
  await again.call("mullion.resume", { cursor: { sequence: 0, offsets: { [id]: done.offset - 50_000 } } });
  await waitFor(() => again.output(id).length >= 50_000, "the output again");
  expect(again.output(id)).toMatch(/^y+\r\nprinted\r\n/);
  // The oldest output may have expired, which the stream reports as a gap.
  const oldest = await opened("slow");
  await oldest.call("mullion.resume", { cursor: { sequence: 0, offsets: { [id]: 0 } } });
  await waitFor(() => oldest.output(id).endsWith("printed\r\n"), "the end", 20_000);
  const [gap] = oldest.events("mullion.gap");
  const told = gap ? (gap.params!.to as number) : 0;
  expect(told + Buffer.byteLength(oldest.output(id))).toBe(
    (await client.call("mullion.screen", { context_id: id })).offset,
  );
  if (gap) expect(gap.params).toMatchObject({ from: 0, reason: "expired" });

  await client.call("kill", { context_id: id });
  await client.event("context_exited", id);
  slow.destroy();
  for (const each of [client, again, oldest]) await each.close();
});
