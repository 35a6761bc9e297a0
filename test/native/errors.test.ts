import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type WireErrorCode, wireErrors } from "../../src/protocol/errors.ts";
import { prepareInstance, startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { callOverSocket } from "../http/http-client.ts";
import { type Message, TestClient } from "./client.ts";

/** Every code of the protocol is either provoked here, or stands here with the reason why it cannot be. */
const NOT_PROVOKED: Partial<Record<WireErrorCode, string>> = {
  "internal-error": "a bug, by definition",
  "no-such-target": "the tmux door's",
  "no-such-window": "the tmux door's",
  "no-such-pane": "the tmux door's",
  "no-such-buffer": "the tmux door's",
  "no-such-option": "the tmux door's",
  "index-taken": "the tmux door's",
  "bad-value": "the tmux door's",
  "bad-layout": "the tmux door's",
  "bad-format": "the tmux door's",
  "still-running": "the tmux door's",
  "not-allowed": "kept for faces that may look only",
  "daemon-lost": "the bridge's: test/native/bridge.test.ts",
  "host-unreachable": "of another machine: test/hosts/placed.test.ts",
  "not-supported": "every method that is announced is supported",
};

let daemon: TestDaemon;
let client: TestClient;
let cat: string;
let self: string;
const seen = new Set<string>();

beforeAll(async () => {
  daemon = await startDaemon();
  client = new TestClient(daemon, "socket");
  self = (await client.initialize({ session_hint: "errors" })).self_context_id;
  cat = await client.spawn(["cat"]);
});
afterAll(async () => {
  await client.close();
  await daemon.stop();
});

/** The code, after checking that the rest of the reply is what the schema says. */
function codeOf({ id, error, result }: Message): string {
  expect(result).toBeUndefined();
  expect(id).not.toBeUndefined();
  const { code, message, data } = error!;
  expect(code).toBe(wireErrors[data.code as WireErrorCode].rpc);
  expect(message).toMatch(/\S/);
  expect(message).not.toMatch(/\n|at .*\.js/);
  seen.add(data.code);
  return data.code;
}

const ask = async (method: string, params: unknown) => codeOf(await client.ask(method, params));

describe("spawn_agent", () => {
  const file = () => {
    const path = join(mkdtempSync(join(daemon.dir, "x")), "script");
    writeFileSync(path, "not a program", { mode: 0o644 });
    return path;
  };
  test.each<[WireErrorCode, string, () => unknown]>([
    ["empty-command", "an empty command", () => ({ command: [] })],
    ["empty-command", "an empty program", () => ({ command: [""] })],
    ["no-such-program", "a path that is not there", () => ({ command: ["/no/such/program"] })],
    ["no-such-program", "a name that is not on PATH", () => ({ command: ["no-such-program"] })],
    ["not-executable", "a file that is none", () => ({ command: [file()] })],
    ["bad-cwd", "a directory that is not there", () => ({ command: ["true"], cwd: "/no/such" })],
    ["bad-cwd", "a relative directory", () => ({ command: ["true"], cwd: "here" })],
    ["bad-cwd", "a file for a directory", () => ({ command: ["true"], cwd: "/etc/passwd" })],
    ["bad-environment", "a name with =", () => ({ command: ["true"], env: { "A=B": "c" } })],
    ["bad-environment", "an empty name", () => ({ command: ["true"], env: { "": "c" } })],
    ["start-failed", "an argument that no system takes", () => ({ command: ["echo", "x".repeat(300_000)] })],
    ["invalid-params", "a shell string", () => ({ command: "true" })],
    ["invalid-params", "a number among words", () => ({ command: ["true", 1] })],
    ["invalid-params", "nothing", () => ({})],
    ["invalid-params", "a NUL", () => ({ command: ["echo", "a\0b"] })],
    ["invalid-params", "an env of numbers", () => ({ command: ["true"], env: { A: 1 } })],
    ["invalid-params", "metadata that is a word", () => ({ command: ["true"], metadata: "blue" })],
  ])("%s: %s", async (code, _what, params) => {
    expect(await ask("spawn_agent", params())).toBe(code);
  });

  test("leaves nothing behind", async () => {
    expect((await client.call("list", {})).contexts).toEqual([cat]);
    const { stdout } = await daemon.tmux("-L", "mullion", "list-panes", "-a", "-F", "#{pane_id}");
    expect(stdout.trim().split("\n")).toHaveLength(1);
    expect(client.events()).toEqual([]);
  });
});

test.each<[WireErrorCode, string, (id: string) => unknown]>([
  ["no-such-context", "kill", () => ({ context_id: "ctx_999999" })],
  ["no-such-context", "capture", () => ({ context_id: "constructor" })],
  ["no-such-context", "write", () => ({ context_id: "__proto__", data: "" })],
  ["invalid-params", "kill", () => ({ context_id: 7 })],
  ["invalid-params", "list", () => "all"],
  ["invalid-params", "list", () => [1]],
  ["invalid-params", "capture", (id) => ({ context_id: id, lines: 0 })],
  ["invalid-params", "capture", (id) => ({ context_id: id, lines: 1.5 })],
  ["bad-base64", "write", (id) => ({ context_id: id, data: "abc" })],
  ["bad-base64", "write", (id) => ({ context_id: id, data: "a-_=" })],
  ["bad-base64", "write", (id) => ({ context_id: id, data: "not base64!" })],
  ["invalid-params", "write", (id) => ({ context_id: id, data: 5 })],
  ["method-not-found", "nosuch", () => ({})],
  ["method-not-found", "constructor", () => ({})],
  ["method-not-found", "__proto__", () => ({})],
  ["method-not-found", "", () => ({})],
  ["already-initialized", "initialize", () => ({ protocol_version: "1" })],
  ["bad-regex", "mullion.wait", (id) => ({ context_id: id, until: { kind: "regex", pattern: "(" } })],
  [
    "bad-regex",
    "mullion.wait",
    (id) => ({ context_id: id, until: { kind: "regex", pattern: "(a{999}){999}" } }),
  ],
  ["invalid-params", "mullion.wait", (id) => ({ context_id: id, until: { kind: "luck" } })],
  ["bad-cursor", "mullion.resume", () => ({ cursor: { sequence: 1e9, offsets: {} } })],
  ["not-waiting", "mullion.answer", (id) => ({ context_id: id, text: "y" })],
  ["out-of-date", "mullion.send_text", (id) => ({ context_id: id, text: "y", if_unchanged_since: 1e6 })],
  ["unknown-key", "mullion.send_keys", (id) => ({ context_id: id, keys: ["NoSuchKey"] })],
])("%s from %s", async (code, method, params) => {
  expect(await ask(method, params(cat))).toBe(code);
});

test("names of sessions: taken, unusable, or nobody's", async () => {
  const spawn = { name: "errors-session", command: ["cat"] };
  const { context_id } = await client.call("mullion.spawn_session", spawn);
  expect(await ask("mullion.spawn_session", spawn)).toBe("name-taken");
  for (const name of ["", "a.b", "a:b", "a\nb"])
    expect(await ask("mullion.spawn_session", { ...spawn, name })).toBe("bad-name");
  expect(await ask("mullion.kill_session", { name: "nobody's" })).toBe("no-such-session");
  await client.call("mullion.kill_session", { name: "errors-session" });
  await client.event("context_exited", context_id);
});

test("no-terminal: the caller's own context, outside of any pane", async () => {
  for (const [method, params] of [
    ["write", { data: "" }],
    ["capture", {}],
    ["mullion.resize", { cols: 80, rows: 24 }],
    ["kill", {}],
  ] as const)
    expect(await ask(method, { context_id: self, ...params })).toBe("no-terminal");
});

test("context-exited", async () => {
  const id = await client.spawn(["true"]);
  await client.event("context_exited", id);
  for (const [method, params] of [
    ["write", { data: "" }],
    ["mullion.resize", { cols: 80, rows: 24 }],
    ["mullion.send_text", { text: "x" }],
    ["mullion.rename", { name: "x" }],
    ["mullion.split", { direction: "right" }],
  ] as const)
    expect(await ask(method, { context_id: id, ...params })).toBe("context-exited");
});

test("own-context", async () => {
  const { stdout } = await daemon.tmux(
    "new-session",
    "-d",
    "-s",
    "own",
    "-P",
    "-F",
    "#{pane_id}",
    "--",
    "cat",
  );
  const key = (await client.call("mullion.tree", {})).sessions[0]!.socket;
  expect(key).toContain("mullion");
  const { stdout: hint } = await daemon.tmux(
    ...[
      "respawn-pane",
      "-k",
      "-t",
      stdout.trim(),
      "sh -c 'echo $CLAUDE_PANE_BACKEND_SESSION_ID; exec cat'",
      ";",
    ],
    ...["run-shell", "while ! tmux capture-pane -p -t own | grep -q .; do sleep 0.05; done", ";"],
    ...["capture-pane", "-p", "-t", stdout.trim()],
  );
  const leader = new TestClient(daemon, "socket");
  const { self_context_id } = await leader.initialize({ session_hint: hint.trim() });
  expect(codeOf(await leader.ask("kill", { context_id: self_context_id }))).toBe("own-context");
  await leader.close();
});

test("not-taken: nobody reads, and Enter is not sent", async () => {
  const id = await client.spawn(["sh", "-c", "stty raw -echo; echo ready; sleep 1; exec cat -v"]);
  await client.call("mullion.wait", { context_id: id, until: { kind: "text", text: "ready" } });
  const params = { context_id: id, text: "text", submit: true, timeout_ms: 300 };
  expect(await ask("mullion.send_text", params)).toBe("not-taken");
  const { text } = await client.call("mullion.wait", {
    context_id: id,
    until: { kind: "text", text: "text" },
  });
  expect(text).not.toContain("^M");
  await client.call("kill", { context_id: id });
});

test("no-space: where windows may not grow", async () => {
  await daemon.tmux("-L", "mullion", "set-option", "-s", "pane-room", "refuse");
  const codes = new Set<string | undefined>();
  for (let count = 0; count < 12; count++) {
    const reply = await client.ask("mullion.split", { context_id: cat, direction: "down", command: ["cat"] });
    if (reply.error) codes.add(codeOf(reply));
  }
  await daemon.tmux("-L", "mullion", "set-option", "-su", "pane-room");
  expect([...codes]).toEqual(["no-space"]);
});

test("too-many-contexts: limits concurrent contexts until one of them ends", async () => {
  const small = prepareInstance();
  try {
    await small.run("up", { env: { MULLION_MAX_CONTEXTS: "3" } });
    const crowd = new TestClient(small, "socket");
    await crowd.initialize();
    const spawn = { command: ["cat"] };
    // None of them knows of the others when they begin: the server itself is yet to be made.
    const asked = Array.from({ length: 8 }, () => crowd.send("spawn_agent", spawn));
    const replies = await Promise.all(asked.map((id) => crowd.reply(id)));
    const contexts = replies.flatMap(({ result }) => (result?.context_id as string | undefined) ?? []);
    expect(replies.filter(({ error }) => error).map(codeOf)).toEqual(Array(5).fill("too-many-contexts"));
    expect((await crowd.call("list", {})).contexts).toEqual(contexts);
    const [first] = contexts as [string];
    const split = { context_id: first, direction: "right" };
    expect(codeOf(await crowd.ask("mullion.split", split))).toBe("too-many-contexts");
    expect(await callOverSocket(small, "spawn_agent", spawn)).toMatchObject({
      json: { code: "TOO_MANY_REQUESTS", status: 429, data: { code: "too-many-contexts" } },
    });
    await crowd.call("kill", { context_id: first });
    await crowd.event("context_exited", first);
    expect(await crowd.spawn(["cat"])).not.toBe(first);
    await crowd.close();
  } finally {
    await small.stop();
  }
});

test("not-initialized, unsupported-version, and the connection goes on", async () => {
  const fresh = new TestClient(daemon, "socket");
  for (const method of ["list", "spawn_agent", "mullion.describe"])
    expect(codeOf(await fresh.ask(method, {}))).toBe("not-initialized");
  const reply = await fresh.ask("initialize", { protocol_version: "2" });
  expect(codeOf(reply)).toBe("unsupported-version");
  const { message, data } = reply.error!;
  expect(data).toMatchObject({ supported: ["1"] });
  const overHttp = await callOverSocket(daemon, "initialize", { protocol_version: "2" });
  expect(overHttp).toMatchObject({ json: { status: 400, message, data } });
  expect(codeOf(await fresh.ask("initialize", { protocol_version: 1 }))).toBe("invalid-params");
  await fresh.initialize();
  await fresh.close();
});

test("overloaded: thousands of requests without an answer", async () => {
  const busy = new TestClient(daemon, "socket");
  await busy.initialize({ session_hint: "errors" });
  const params = { context_id: cat, until: { kind: "exit" }, timeout_ms: 60_000 };
  const ids = Array.from({ length: 4_100 }, () => busy.send("mullion.wait", params));
  expect(codeOf(await busy.reply(ids.at(-1)!))).toBe("overloaded");
  await busy.close();
});

test("the faults of lines", async () => {
  client.raw("{\n");
  client.raw('{"id":"r1"}\n');
  client.raw('[{"id":9,"method":"list"}]\n');
  client.raw(`{"id":"r2","method":"list","params":"${"x".repeat(1024 * 1024)}"}\n`);
  await client.call("list", {});
  const faults = client.messages.filter(({ id, error }) => error && (id === null || id === "r1"));
  expect(faults.map(codeOf)).toEqual(["parse-error", "invalid-request", "batch-not-supported", "too-large"]);
});

test("every code was provoked, or has a reason not to be", () => {
  const all = Object.keys(wireErrors);
  expect(all.filter((code) => !seen.has(code) && !(code in NOT_PROVOKED))).toEqual([]);
  expect(Object.keys(NOT_PROVOKED).filter((code) => seen.has(code))).toEqual([]);
});

test("no two codes share a number", () => {
  const numbers = Object.values(wireErrors).map(({ rpc }) => rpc);
  expect(new Set(numbers).size).toBe(numbers.length);
});
