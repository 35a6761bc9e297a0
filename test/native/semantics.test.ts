import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { base64, TestClient, type Transport, transports } from "./client.ts";

/** The sentences of the protocol, one by one, on both transports. */
const daemon = daemonForAll();
const clients: TestClient[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

function open(transport: Transport, options?: readonly string[]): TestClient {
  const client = new TestClient(daemon, transport, options);
  clients.push(client);
  return client;
}

/** A pane with a shell in it, and the hint that stands in its environment. */
async function openPane(name: string): Promise<{ pane: string; hint: string; socket: string }> {
  const { stdout } = await daemon.tmux(
    "new-session",
    "-d",
    "-s",
    name,
    "-P",
    "-F",
    "#{pane_id} #{pane_pid}",
    "--",
    "cat",
  );
  const [pane, pid] = stdout.trim().split(" ");
  return { pane: pane!, ...(await wayBack(Number(pid))) };
}

/** What a process finds in its environment. */
async function wayBack(pid: number): Promise<{ hint: string; socket: string }> {
  const environment = await waitFor(() => readFileSync(`/proc/${pid}/environ`, "utf8"), "an environment");
  const variable = (wanted: string) =>
    environment
      .split("\0")
      .find((entry) => entry.startsWith(`${wanted}=`))
      ?.slice(wanted.length + 1) ?? "";
  return {
    hint: variable("CLAUDE_PANE_BACKEND_SESSION_ID"),
    socket: variable("CLAUDE_PANE_BACKEND_SOCKET"),
  };
}

describe.each(transports)("over %s", (transport) => {
  test("the handshake of the proposal, word for word", async () => {
    const client = open(transport);
    client.raw(
      '{"id":"1","method":"initialize","params":{"protocol_version":"1","capabilities":["events"]}}\n',
    );
    const { id, jsonrpc, result } = await client.reply("1");
    expect({ id, jsonrpc }).toEqual({ id: "1", jsonrpc: undefined });
    expect(result).toMatchObject({
      protocol_version: "1",
      self_context_id: expect.stringMatching(/^ctx_\d+$/),
    });
    expect(result?.capabilities).toEqual(expect.arrayContaining(["events", "capture", "mullion.wait"]));
  });

  test("jsonrpc is mirrored, in replies and in events", async () => {
    const client = open(transport);
    client.raw('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol_version":"1"}}\n');
    expect((await client.reply(1)).jsonrpc).toBe("2.0");
    client.raw('{"jsonrpc":"2.0","id":2,"method":"spawn_agent","params":{"command":["true"]}}\n');
    const { result } = await client.reply(2);
    expect((await client.event("context_exited", result!.context_id as string)).jsonrpc).toBe("2.0");
    client.raw('{"id":3,"method":"list"}\n');
    expect((await client.reply(3)).jsonrpc).toBeUndefined();
  });

  test("argv is executed, never read by a shell", async () => {
    const client = open(transport);
    await client.initialize();
    const id = await client.spawn(["printf", "%s|", "a b", "$HOME", "; exit 1", "'q'"]);
    await client.event("context_exited", id);
    expect(await client.call("capture", { context_id: id })).toEqual({ text: "a b|$HOME|; exit 1|'q'|" });
  });

  test("cwd and env are the child's; the pane's own identity wins", async () => {
    const client = open(transport);
    await client.initialize();
    const env = { CLAUDECODE: "1", CLAUDE_PANE_BACKEND_SESSION_ID: "stolen" };
    const id = await client.spawn(["sh", "-c", "pwd; echo $CLAUDECODE $CLAUDE_PANE_BACKEND_SESSION_ID"], {
      cwd: "/usr",
      env,
    });
    await client.event("context_exited", id);
    expect((await client.call("capture", { context_id: id })).text).toMatch(/^\/usr\n1 [0-9a-f]{12}\.\d+$/);
  });

  test("write, capture, lines, kill, list, exited contexts", async () => {
    const client = open(transport);
    const { self_context_id: self } = await client.initialize();
    const id = await client.spawn(["cat"]);
    expect(id).not.toBe(self);
    await client.call("write", { context_id: id, data: base64("one\ntwo\n") });
    await client.call("mullion.wait", { context_id: id, until: { kind: "regex", pattern: "^two$" } });
    await waitFor(
      async () => (await client.call("capture", { context_id: id })).text === "one\ntwo\none\ntwo",
      "cat's answer",
    );
    expect(await client.call("capture", { context_id: id, lines: 1 })).toEqual({ text: "two" });
    expect((await client.call("list", {})).contexts).toEqual([id]);
    expect(await client.call("kill", { context_id: id })).toEqual({});
    const { params } = await client.event("context_exited", id);
    expect((await client.call("list", {})).contexts).toEqual([]);
    expect(params).toMatchObject({ exit_code: 129, signal: "SIGHUP" });
    expect((await client.call("capture", { context_id: id })).text).toBe("one\ntwo\none\ntwo");
    expect(client.code(await client.ask("write", { context_id: id, data: "" }))).toBe("context-exited");
    expect(await client.call("kill", { context_id: id })).toEqual({});
  });

  test.each([
    ["an exit code", ["sh", "-c", "exit 7"], { exit_code: 7 }],
    ["a signal", ["sh", "-c", "kill -TERM $$"], { exit_code: 143, signal: "SIGTERM" }],
    ["success", ["true"], { exit_code: 0 }],
  ])("context_exited tells %s, once, after the reply", async (_what, command, expected) => {
    const client = open(transport);
    await client.initialize();
    const id = await client.spawn(command);
    await client.event("context_exited", id);
    await client.call("list", {});
    const exits = client.events("context_exited");
    expect(exits.map(({ params }) => params)).toMatchObject([{ context_id: id, ...expected }]);
    if (!("signal" in expected)) expect(exits[0]!.params).not.toHaveProperty("signal");
    const reply = client.messages.findIndex(({ result }) => result?.context_id === id);
    expect(reply).toBeLessThan(client.messages.indexOf(exits[0]!));
  });

  test("output comes only to who asked, raw, with offsets, all of it before the end", async () => {
    const asked = open(transport);
    const silent = open(transport);
    await asked.initialize({ session_hint: `out-${transport}`, capabilities: ["context_output"] });
    await silent.initialize({ session_hint: `out-${transport}` });
    const id = await asked.spawn(["sh", "-c", "printf '\\033[31mred\\377\\n'; seq 1 2000"]);
    await asked.event("context_exited", id);
    await silent.event("context_exited", id);
    expect(silent.events("context_output")).toEqual([]);
    const parts = asked.events("context_output").map(({ params }) => params!);
    let offset = 0;
    for (const part of parts) {
      expect(part.offset).toBe(offset);
      offset += Buffer.from(part.data as string, "base64").length;
    }
    expect(asked.messages.at(-1)).toMatchObject({ method: "context_exited", params: { offset } });
    const bytes = Buffer.concat(parts.map(({ data }) => Buffer.from(data as string, "base64")));
    expect(bytes.subarray(0, 11)).toEqual(Buffer.from("\x1b[31mred\xff\r\n", "latin1"));
    expect(bytes.toString("latin1")).toContain("\r\n2000\r\n");
  });

  test("self is the caller's own pane; what it spawns stands in its window, legible, main-vertical", async () => {
    const { pane, hint } = await openPane(`lead-${transport}`);
    const client = open(transport);
    const { self_context_id: self } = await client.initialize({ session_hint: hint });
    expect(await client.call("get_self_id", {})).toEqual({ context_id: self });
    const ids = [];
    for (const name of ["a", "b", "c"])
      ids.push(await client.spawn(["cat"], { metadata: { name, color: "blue", role: "teammate" } }));
    expect((await client.call("list", {})).contexts).toEqual([self, ...ids]);
    const { sessions } = await client.call("mullion.tree", {});
    expect(sessions).toHaveLength(1);
    const [window, ...others] = sessions[0]!.windows;
    expect(others).toEqual([]);
    expect(window!.panes.map(({ context_id }) => context_id)).toEqual([self, ...ids]);
    expect(window!.panes[0]).toMatchObject({ pane_id: pane, self: true, left: 0 });
    expect(window!.panes.every(({ cols, rows }) => cols >= 80 && rows >= 24)).toBe(true);
    expect(new Set(window!.panes.slice(1).map(({ left }) => left)).size).toBe(1);
    expect(window!.panes.slice(1).map(({ title }) => title)).toEqual(["a", "b", "c"]);
    // cat is at work for a moment, then it waits for its input.
    await client.call("mullion.wait", { context_id: ids[0]!, until: { kind: "state", state: "idle" } });
    const drawn = await daemon.tmux(
      "display-message",
      "-p",
      "-t",
      window!.panes[1]!.pane_id,
      "#{E:pane-border-format}|#{@mullion-color}",
    );
    expect(drawn.stdout).toBe("#[fg=blue,bold] a#[nobold] [teammate] #[dim]idle #[default]|blue\n");
    const active = await daemon.tmux("display-message", "-p", "-t", `lead-${transport}`, "#{pane_id}");
    expect(active.stdout.trim()).toBe(pane);
    expect(client.code(await client.ask("kill", { context_id: self }))).toBe("own-context");
    await daemon.tmux("kill-session", "-t", `=lead-${transport}`);
    for (const id of ids)
      expect((await client.event("context_exited", id)).params).toMatchObject({ exit_code: 129 });
  });

  test("an agent that leads a team of its own keeps its id", async () => {
    const client = open(transport);
    await client.initialize();
    const id = await client.spawn(["sh", "-c", "echo $CLAUDE_PANE_BACKEND_SESSION_ID; exec cat"]);
    const { text = "" } = await client.call("mullion.wait", {
      context_id: id,
      until: { kind: "regex", pattern: "^[0-9a-f]{12}[.][0-9]+$" },
    });
    const agent = open(transport);
    expect((await agent.initialize({ session_hint: text })).self_context_id).toBe(id);
    const child = await agent.spawn(["cat"]);
    expect((await agent.call("list", {})).contexts).toEqual([id, child]);
    expect((await client.call("list", {})).contexts).toEqual([id]);
    await client.call("kill", { context_id: id });
    await agent.call("kill", { context_id: child });
    await agent.event("context_exited", child);
  });

  test("a team sees and can kill only its own", async () => {
    const mine = open(transport);
    const theirs = open(transport);
    await mine.initialize();
    await theirs.initialize();
    const id = await mine.spawn(["cat"]);
    expect((await theirs.call("list", {})).contexts).toEqual([]);
    expect((await theirs.call("mullion.tree", {})).sessions).toEqual([]);
    for (const [method, params] of [
      ["kill", {}],
      ["capture", {}],
      ["write", { data: "" }],
      ["mullion.screen", {}],
      ["mullion.rename", { name: "x" }],
      ["mullion.wait", { until: { kind: "exit" } }],
      ["mullion.subscribe", { contexts: [id] }],
    ] as const) {
      expect(theirs.code(await theirs.ask(method, { context_id: id, ...params })), method).toBe(
        "no-such-context",
      );
    }
    expect((await mine.call("list", {})).contexts).toEqual([id]);
    await mine.call("kill", { context_id: id });
    await mine.event("context_exited", id);
    expect(theirs.events()).toEqual([]);
  });

  test("a later client with the same hint finds the team, events included", async () => {
    const hint = `later-${transport}`;
    const first = open(transport);
    const { self_context_id: self } = await first.initialize({ session_hint: hint });
    const id = await first.spawn(["cat"]);
    await first.close();
    const second = open(transport);
    expect((await second.initialize({ session_hint: hint })).self_context_id).toBe(self);
    expect((await second.call("list", {})).contexts).toEqual([id]);
    const third = open(transport);
    await third.initialize({ session_hint: hint });
    await third.call("kill", { context_id: id });
    await second.event("context_exited", id);
    await third.event("context_exited", id);
  });

  test("ids are not given again after a reconnect", async () => {
    const ids: string[] = [];
    for (let round = 0; round < 4; round++) {
      const client = open(transport);
      const { self_context_id: self } = await client.initialize();
      const id = await client.spawn(["true"]);
      await client.event("context_exited", id);
      ids.push(self, id);
      await client.close();
    }
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("requests sent before our side closes are still answered", async () => {
    const client = open(transport);
    client.send("initialize", { protocol_version: "1" });
    client.send("spawn_agent", { command: ["true"] });
    client.end();
    expect((await client.reply(2)).result?.context_id).toMatch(/^ctx_/);
    await waitFor(() => client.closed, "the end");
  });
});

test("what does not go when it is asked to is killed after a grace", async () => {
  const client = open("socket");
  await client.initialize();
  const id = await client.spawn(["sh", "-c", "trap '' HUP; echo deaf; while :; do sleep 1; done"]);
  await client.call("mullion.wait", { context_id: id, until: { kind: "text", text: "deaf" } });
  await client.call("kill", { context_id: id });
  expect((await client.call("list", {})).contexts).toEqual([id]);
  expect((await client.event("context_exited", id, 15_000)).params).toMatchObject({
    exit_code: 137,
    signal: "SIGKILL",
  });
  expect((await client.call("list", {})).contexts).toEqual([]);
});

test("without a leader: a session of the team's own, laid out main-vertical, legible", async () => {
  const client = open("socket");
  await client.initialize({ session_hint: "no leader" });
  const ids = [];
  for (let count = 0; count < 4; count++) ids.push(await client.spawn(["cat"]));
  const { sessions } = await client.call("mullion.tree", {});
  expect(sessions).toHaveLength(1);
  expect(sessions[0]).toMatchObject({ name: "agents-no-leader", attached: 0 });
  expect(sessions[0]!.windows).toHaveLength(1);
  const [main, ...others] = sessions[0]!.windows[0]!.panes;
  expect([main, ...others].map((pane) => pane!.context_id)).toEqual(ids);
  expect(main).toMatchObject({ left: 0 });
  expect(new Set(others.map(({ left }) => left))).toEqual(new Set([main!.cols + 1]));
  expect([main!, ...others].every(({ cols, rows }) => cols >= 80 && rows >= 24)).toBe(true);
  for (const id of ids) await client.call("kill", { context_id: id });
});

test("every pane has the variables to call the daemon, whichever door created it", async () => {
  const format = "#{pane_pid}";
  const made = await Promise.all([
    daemon.tmux("new-session", "-d", "-s", "env", "-P", "-F", format, "cat"),
    daemon.tmux("-L", "elsewhere", "new-session", "-d", "-P", "-F", format, "cat"),
    daemon.run("run", "--json", "--", "cat"),
  ]);
  const split = await daemon.tmux("split-window", "-d", "-t", "env", "-P", "-F", format, "cat");
  const pids = [...made, split].map(({ stdout }) => Number(/"pid":(\d+)/.exec(stdout)?.[1] ?? stdout));
  await daemon.tmux("respawn-pane", "-k", "-t", "env:0.0", "cat");
  pids[0] = Number((await daemon.tmux("display-message", "-p", "-t", "env:0.0", format)).stdout);
  const hints = await Promise.all(
    pids.map(async (pid) => {
      const { hint, socket } = await wayBack(pid);
      expect(socket).toBe(join(daemon.dir, "m/daemon.sock"));
      return hint;
    }),
  );
  for (const hint of hints) expect(hint).toMatch(/^[0-9a-f]{12}\.\d+$/);
  expect(new Set(hints).size).toBe(hints.length);
  await daemon.tmux("-L", "elsewhere", "kill-server");
  await daemon.tmux("kill-session", "-t", "=env");
});

describe("stdio", () => {
  test("agents stay when stdin closes", async () => {
    const first = open("stdio");
    await first.initialize({ session_hint: "stays" });
    const id = await first.spawn(["cat"]);
    first.end();
    await waitFor(() => first.closed, "the bridge to end");
    expect(first.child!.exitCode).toBe(0);
    const second = open("socket");
    await second.initialize({ session_hint: "stays" });
    expect((await second.call("list", {})).contexts).toEqual([id]);
    await second.call("kill", { context_id: id });
    await second.event("context_exited", id);
  });

  test("--kill-on-close takes those along that it spawned, and no others", async () => {
    const watcher = open("socket");
    await watcher.initialize({ session_hint: "goes" });
    const other = await watcher.spawn(["cat"]);
    const client = open("stdio", ["--kill-on-close"]);
    await client.initialize({ session_hint: "goes" });
    const id = await client.spawn(["cat"]);
    client.end();
    await watcher.event("context_exited", id);
    expect((await watcher.call("list", {})).contexts).toEqual([other]);
    await watcher.call("kill", { context_id: other });
    await watcher.event("context_exited", other);
  });

  test("--kill-on-close: also those that were still starting when the client went", async () => {
    const watcher = open("socket");
    await watcher.initialize({ session_hint: "gone" });
    await watcher.call("mullion.subscribe", {});
    const client = open("socket");
    const spawns = Array.from({ length: 60 }, (_, id) => ({
      id: id + 2,
      method: "spawn_agent",
      params: { command: ["cat"] },
    }));
    const requests = [
      { method: "mullion.kill_on_close" },
      { id: 1, method: "initialize", params: { protocol_version: "1", session_hint: "gone" } },
      ...spawns,
    ];
    client.raw(requests.map((request) => `${JSON.stringify(request)}\n`).join(""));
    await client.reply(1);
    await client.close();
    expect(client.messages.length).toBeLessThan(spawns.length);
    const births = () => watcher.events("mullion.context_spawned").length;
    const ends = () => watcher.events("context_exited").length;
    await waitFor(() => births() === spawns.length && ends() === births(), "all of them to start and to end");
    expect((await watcher.call("list", {})).contexts).toEqual([]);
  });

  test("options that are none are refused, --help helps", async () => {
    const client = open("stdio", ["--nonsense"]);
    await waitFor(() => client.closed, "the bridge to end");
    expect(client.child!.exitCode).toBe(1);
  });
});
