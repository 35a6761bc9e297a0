import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Client, connect } from "../../src/client/index.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";

const daemon = daemonForAll();
let client: Client;
beforeEach(async () => {
  client = await connect({ env: daemon.env });
});
afterEach(() => client.close());

/** A program that has printed this. */
async function printing(script: string, text: string): Promise<string> {
  const { context_id } = await client.call("spawn_agent", { command: ["sh", "-c", script] });
  await client.call("mullion.wait", { context_id, until: { kind: "text", text } });
  return context_id;
}

test("output is what was printed after an offset, as a terminal shows it, also after the exit", async () => {
  const context_id = await printing("echo first; printf 'wrong\\rright\\n'; read -r x; echo last", "right");
  const before = await client.call("mullion.output", { context_id, since: 0 });
  expect(before).toEqual({ text: "first\nright", offset: expect.any(Number), lost_bytes: 0 });
  await client.call("mullion.send_keys", { context_id, keys: ["Enter"] });
  await client.call("mullion.wait", { context_id, until: { kind: "exit" } });
  const after = await client.call("mullion.output", { context_id, since: before.offset });
  expect(after.text.trim()).toBe("last");
  await expect(client.call("mullion.output", { context_id, since: after.offset + 1 })).rejects.toMatchObject({
    code: "bad-cursor",
  });
});

test("search finds lines of the team's contexts, each with its share of the limit", async () => {
  const script = (name: string) => `i=0; while [ $i -lt 30 ]; do echo ${name} $i; i=$((i+1)); done; exec cat`;
  const ids = [await printing(script("One"), "One 29"), await printing(script("one"), "one 29")];
  const all = await client.call("mullion.search", { pattern: "^one [0-9]+$", ignore_case: true });
  expect(all.matches).toHaveLength(60);
  const few = await client.call("mullion.search", {
    pattern: "one",
    literal: true,
    ignore_case: true,
    max: 4,
  });
  expect(few).toEqual({
    matches: [
      { context_id: ids[0], line: expect.any(Number), text: "One 28" },
      { context_id: ids[0], line: expect.any(Number), text: "One 29" },
      { context_id: ids[1], line: expect.any(Number), text: "one 28" },
      { context_id: ids[1], line: expect.any(Number), text: "one 29" },
    ],
    more: true,
  });
  const one = await client.call("mullion.search", { pattern: "one", literal: true, contexts: [ids[0]!] });
  expect(one).toEqual({ matches: [], more: false });
  await expect(client.call("mullion.search", { pattern: "(" })).rejects.toMatchObject({ code: "bad-regex" });
  for (const context_id of ids) await client.call("kill", { context_id });
  await client.call("mullion.wait", { context_id: ids[1]!, until: { kind: "exit" } });
  const ended = { pattern: "^one 2[89]$", contexts: [ids[1]!] };
  expect((await client.call("mullion.search", ended)).matches).toMatchObject([
    { text: "one 28" },
    { text: "one 29" },
  ]);
});

test("record writes a new file that only the user can read", async () => {
  const context_id = await printing("echo recorded; exec cat", "recorded");
  mkdirSync(join(daemon.dir, "casts"));
  const file = join(daemon.dir, "casts/a.cast");
  const { events, bytes } = await client.call("mullion.record", { context_id, file, title: "A title" });
  expect(events).toBeGreaterThan(0);
  expect(statSync(file)).toMatchObject({ size: bytes });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toMatch(/^\{.*"title":"A title".*\}\n[\s\S]*recorded/);
  const again = client.call("mullion.record", { context_id, file });
  await expect(again).rejects.toMatchObject({ code: "name-taken" });
  const nowhere = client.call("mullion.record", { context_id, file: join(daemon.dir, "none/a.cast") });
  await expect(nowhere).rejects.toMatchObject({ code: "bad-value" });
  await client.call("kill", { context_id });
});

test("answer types into a program that waits, and into no other", async () => {
  const context_id = await printing("printf 'Sure? [y/N] '; read -r x; echo got $x; exec sleep 600", "Sure?");
  const waiting = { context_id, until: { kind: "state", state: "waiting" } } as const;
  expect(await client.call("mullion.wait", waiting)).toMatchObject({ outcome: "met" });
  await client.call("mullion.answer", { context_id, text: "y" });
  await client.call("mullion.wait", { context_id, until: { kind: "text", text: "got y" } });
  await expect(client.call("mullion.answer", { context_id, text: "y" })).rejects.toMatchObject({
    code: "not-waiting",
  });
  await client.call("kill", { context_id });
});
