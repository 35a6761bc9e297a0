import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { TestClient } from "./client.ts";

const daemon = daemonForAll();
let client: TestClient;

beforeEach(async () => {
  client = new TestClient(daemon, "socket");
  await client.initialize({ session_hint: "orchestrator" });
});
afterEach(() => client.close());

const sessions = async (...server: string[]) =>
  (await daemon.tmux(...server, "list-sessions", "-F", "#{session_name}")).stdout.trim().split("\n");

test("a session of that name, on the server that was named, with directory, environment, size and history", async () => {
  const made = await client.call("mullion.spawn_session", {
    name: "app-1",
    server: "default",
    command: ["sh", "-c", 'echo "$COLOUR in $PWD"; exec cat'],
    cwd: daemon.dir,
    env: { COLOUR: "teal" },
    metadata: { ticket: "7" },
    cols: 100,
    rows: 30,
    history_lines: 12_345,
  });
  expect(made).toMatchObject({ session_id: expect.stringMatching(/^\$\d+$/) });
  const format =
    "#{pane_id} #{pane_pid} #{pane_tty} #{pane_width}x#{pane_height} #{history_limit} #{socket_path}";
  const { stdout } = await daemon.tmux("display-message", "-p", "-t", "=app-1:", format);
  expect(stdout.trim()).toBe(`${made.pane_id} ${made.pid} ${made.tty} 100x30 12345 ${made.socket}`);
  const until = { kind: "text", text: `teal in ${daemon.dir}` } as const;
  const { context_id } = made;
  expect(await client.call("mullion.wait", { context_id, until })).toMatchObject({ outcome: "met" });
  await client.call("mullion.kill_session", { name: "app-1", context_id });
  await client.event("context_exited", context_id);
});

test("a name that is taken, a program that is not there: an error, and nothing is left", async () => {
  const { context_id } = await client.call("mullion.spawn_session", { name: "once", command: ["cat"] });
  const again = await client.ask("mullion.spawn_session", { name: "once", command: ["cat"] });
  expect(client.code(again)).toBe("name-taken");
  const missing = await client.ask("mullion.spawn_session", { name: "none", command: ["/no/such/program"] });
  expect(client.code(missing)).toBe("no-such-program");
  const nowhere = await client.ask("mullion.spawn_session", {
    name: "none",
    command: ["cat"],
    cwd: "/no/where",
  });
  expect(client.code(nowhere)).toBe("bad-cwd");
  const slash = await client.ask("mullion.spawn_session", {
    name: "none",
    server: "../x",
    command: ["cat"],
  });
  expect(client.code(slash)).toBe("invalid-params");
  expect(await sessions("-L", "mullion")).toEqual(["once"]);
  await client.call("mullion.kill_session", { name: "once" });
  await client.event("context_exited", context_id);
});

test("a handle of an ended session does not end a later one of the same name, nor one of another server", async () => {
  const spawn = (server: string) =>
    client.call("mullion.spawn_session", { name: "web", server, command: ["cat"] });
  const kill = (context_id: string) => client.ask("mullion.kill_session", { name: "web", context_id });
  const elsewhere = await spawn("default");
  const first = await spawn("mullion");
  expect((await kill(first.context_id)).result).toEqual({});
  await client.event("context_exited", first.context_id);
  const second = await spawn("mullion");
  expect(client.code(await kill(first.context_id))).toBe("no-such-session");
  expect((await client.call("list", {})).contexts).toEqual([elsewhere.context_id, second.context_id]);
  expect((await kill(second.context_id)).result).toEqual({});
  expect((await client.call("list", {})).contexts).toEqual([elsewhere.context_id]);
  expect((await kill(elsewhere.context_id)).result).toEqual({});
  await client.event("context_exited", elsewhere.context_id);
});

test("texts for one context take turns, each submitted by its own Enter; clear discards what stood there", async () => {
  const file = join(daemon.dir, "lines");
  const script = `printf '\\033[?2004h'; while read -r line; do printf '%s\\n' "$line" >>${file}; done`;
  const { context_id } = await client.call("mullion.spawn_session", {
    name: "turns",
    command: ["bash", "-c", script],
  });
  await client.call("mullion.send_text", { context_id, text: "half a line" });
  const requests = Array.from({ length: 8 }, (_, index) =>
    client.send("mullion.send_text", { context_id, text: `message ${index}`, submit: true, clear: true }),
  );
  for (const id of requests) expect((await client.reply(id)).result).toMatchObject({ submitted: true });
  const lines = await waitFor(() => {
    const text = readFileSync(file, "utf8");
    return text.split("\n").length === 9 ? text : undefined;
  }, "eight lines");
  expect(lines.trim().split("\n")).toEqual(Array.from({ length: 8 }, (_, index) => `message ${index}`));
  await client.call("mullion.kill_session", { name: "turns" });
  await client.event("context_exited", context_id);
});
