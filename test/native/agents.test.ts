import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { EventParams } from "../../src/protocol/events.ts";
import type { ParamsInput } from "../../src/protocol/methods.ts";
import { root } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { TestClient } from "./client.ts";

const daemon = daemonForAll();
const clients: TestClient[] = [];

async function opened(hint: string, level?: number): Promise<TestClient> {
  const client = new TestClient(daemon, "socket");
  clients.push(client);
  await client.initialize({ session_hint: hint, ...(level && { mullion_level: level }) });
  return client;
}

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

type Changed = EventParams<"mullion.agent_state_changed">;
const CHANGED = "mullion.agent_state_changed";
const changes = (client: TestClient, id?: string) =>
  client
    .events(CHANGED)
    .map(({ params }) => params as unknown as Changed)
    .filter(({ context_id }) => id === undefined || context_id === id);

/** A program that changes its state whenever it reads a line: the state's name. */
const OBEDIENT = ["sh", "-c", "printf ready; stty -echo; while read x; do :; done"];

async function setState(client: TestClient, id: string, state: string): Promise<void> {
  await client.call("mullion.set_metadata", { context_id: id, metadata: { state } });
}

describe("levels", () => {
  const frozen = (level: number) =>
    JSON.parse(readFileSync(join(root, `src/protocol/levels/${level}.json`), "utf8"));

  test.each([
    [undefined, 1],
    [1, 1],
    [2, 2],
    [99, 2],
  ])("a client that asks for level %s is served level %s", async (asked, served) => {
    const client = new TestClient(daemon, "socket");
    clients.push(client);
    const { mullion, capabilities } = await client.initialize(asked ? { mullion_level: asked } : {});
    const schema = frozen(served);
    expect(mullion!.level).toBe(served);
    expect("agent_sequence" in mullion!.cursor).toBe(served === 2);
    const announced = Object.values<{ capability?: string }>(schema.methods).flatMap(
      ({ capability }) => capability ?? [],
    );
    expect(capabilities).toEqual(["events", "context_output", ...announced]);
    expect(await client.call("mullion.describe", {})).toEqual(schema);
    await client.spawn(OBEDIENT);
    const { sessions } = await client.call("mullion.tree", {});
    const pane =
      schema.methods["mullion.tree"].result.properties.sessions.items.properties.windows.items.properties
        .panes.items;
    expect(new Set(Object.keys(sessions[0]!.windows[0]!.panes[0]!))).toEqual(
      new Set(Object.keys(pane.properties).filter((name) => name !== "exit_code")), // The program runs.
    );
  });

  test("a client of level 1 receives events of level 2 only if it names them", async () => {
    const silent = await opened("one");
    await silent.call("mullion.subscribe", {});
    const named = await opened("one");
    await named.call("mullion.subscribe", { events: [CHANGED] });
    const id = await silent.spawn(OBEDIENT);
    await setState(silent, id, "waiting");
    await waitFor(() => changes(named, id).at(-1)?.agent?.state === "waiting", "the change");
    await silent.call("kill", { context_id: id });
    await silent.event("context_exited", id);
    expect(changes(silent)).toEqual([]);
    expect((await silent.call("mullion.subscribe", {})).cursor).not.toHaveProperty("agent_sequence");
  });
});

describe("mullion.agents", () => {
  test("lists the panes of all servers, waiting ones first, with their places", async () => {
    const client = await opened("list", 2);
    const works = await client.spawn(OBEDIENT, { metadata: { name: "scout", role: "reader" } });
    const waits = await client.spawn(["sh", "-c", "printf 'Go on? [y/N] '; read x"]);
    await daemon.tmux("-L", "other", "new-session", "-d", "-s", "elsewhere", "-n", "win", "sleep 1000");
    await setState(client, works, "working");
    await client.call("mullion.wait", { context_id: waits, until: { kind: "state", state: "waiting" } });
    const { agents } = await client.call("mullion.agents", { every: true });
    const listed = (await client.call("mullion.agents", {})).agents;
    expect(listed.filter(({ server }) => server === "other")).toEqual([]);
    const rank = agents.map(({ agent }) => agent.state === "waiting");
    expect(rank).toEqual([...rank].sort((a, b) => Number(b) - Number(a)));
    const waiting = agents.find(({ context_id }) => context_id === waits);
    expect(waiting).toMatchObject({
      server: "mullion",
      last_line: "Go on? [y/N]",
      choices: [
        { text: "y", label: "Yes" },
        { text: "n", label: "No" },
      ],
      agent: { state: "waiting", question: "Go on? [y/N]", rule: "terminal", unread: false, program: "sh" },
    });
    const working = agents.find(({ context_id }) => context_id === works);
    expect(working).not.toHaveProperty("choices");
    expect(working).toMatchObject({
      name: "scout",
      is_agent: true,
      title: "scout",
      metadata: { name: "scout", role: "reader", state: "working" },
      agent: { state: "working", rule: "metadata", confidence: 1 },
    });
    const other = agents.find(({ server }) => server === "other");
    expect(other).toMatchObject({
      name: "win",
      is_agent: false,
      session: "elsewhere",
      window: "win",
      window_index: 0,
      pane_id: "%0",
    });
    expect(other).not.toHaveProperty("context_id");

    const some = await client.call("mullion.agents", { states: ["waiting"], scope: "team" });
    expect(some.agents.map(({ context_id }) => context_id)).toEqual([waits]);
    expect(await client.call("mullion.agents", { states: ["failed"], scope: "team" })).toEqual({
      agents: [],
    });
    await daemon.tmux("-L", "other", "kill-server");
  });

  test("rejects a state that does not exist", async () => {
    const client = await opened("list", 2);
    const reply = await client.ask("mullion.agents", { states: ["lucky"] });
    expect(client.code(reply)).toBe("invalid-params");
  });
});

describe("mullion.agent_state_changed", () => {
  test("reports a new pane, its states with the question, and its close, in order", async () => {
    const client = await opened("changes", 2);
    await client.call("mullion.subscribe", {});
    const id = await client.spawn(["sh", "-c", "read x; printf 'Sure? [y/N] '; read y; exit 3"]);
    await client.call("mullion.send_text", { context_id: id, text: "go", submit: true });
    const asking = await waitFor(
      () => changes(client, id).find(({ agent }) => agent?.state === "waiting"),
      "the question",
    );
    expect(asking.agent).toMatchObject({ question: "Sure? [y/N]" });
    expect(asking).toMatchObject({ server: "mullion", session: expect.any(String), window_index: 0 });
    await client.call("mullion.send_text", { context_id: id, text: "y", submit: true });
    const last = await waitFor(() => changes(client, id).find(({ agent }) => !agent), "the close");
    expect(changes(client, id).at(-1)).toBe(last);
    const numbers = changes(client).map(({ agent_sequence }) => agent_sequence);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test("follows the reply to the request that caused it", async () => {
    const client = await opened("order", 2);
    await client.call("mullion.subscribe", {});
    const id = await client.spawn(OBEDIENT);
    await waitFor(() => changes(client, id).length > 0, "the first state");
    const reply = client.messages.findIndex(({ result }) => result?.context_id === id);
    expect(client.messages.findIndex(({ params }) => params?.context_id === id)).toBeGreaterThan(reply);
  });

  test("many changes in a short time become few events, and the last one is the newest", async () => {
    const client = await opened("coalesced", 2);
    const id = await client.spawn(OBEDIENT);
    await client.call("mullion.subscribe", { events: [CHANGED], contexts: [id] });
    const states = ["waiting", "idle"];
    for (let i = 0; i < 200; i++)
      client.send("mullion.set_metadata", { context_id: id, metadata: { state: states[i % 2] } });
    await setState(client, id, "failed");
    await waitFor(() => changes(client, id).at(-1)?.agent?.state === "failed", "the newest state");
    expect(changes(client, id).length).toBeLessThan(100);
  });

  test("reaches all servers, or only the team, or only some contexts", async () => {
    const all = await opened("scope", 2);
    const team = await opened("scope", 2);
    const some = await opened("scope", 2);
    const [id, other] = [await all.spawn(OBEDIENT), await all.spawn(OBEDIENT)];
    await all.call("mullion.subscribe", { events: [CHANGED] });
    await team.call("mullion.subscribe", { events: [CHANGED], agents: "team" });
    await some.call("mullion.subscribe", { events: [CHANGED], contexts: [id] });
    await daemon.tmux("-L", "far", "new-session", "-d", "sleep 1000");
    await setState(all, other, "waiting");
    await setState(all, id, "waiting");
    for (const client of [all, team, some])
      await waitFor(() => changes(client, id).at(-1)?.agent?.state === "waiting", "the change");
    expect(changes(all).some(({ server }) => server === "far")).toBe(true);
    expect(new Set(changes(team).map(({ context_id }) => context_id))).toEqual(new Set([id, other]));
    expect(new Set(changes(some).map(({ context_id }) => context_id))).toEqual(new Set([id]));
    await daemon.tmux("-L", "far", "kill-server");
  });

  test("resume reports each missed pane once; after a daemon's death, every pane", async () => {
    const client = await opened("resumed", 2);
    const [id, still] = [await client.spawn(OBEDIENT), await client.spawn(OBEDIENT)];
    await setState(client, still, "idle");
    const { cursor } = await client.call("mullion.subscribe", { events: [CHANGED] });
    expect(cursor.agent_sequence).toBeGreaterThan(0);
    for (const state of ["waiting", "failed", "idle"]) await setState(client, id, state);

    const later = await opened("resumed", 2);
    await later.call("mullion.resume", { events: [CHANGED], agents: "team", cursor });
    const missed = await waitFor(() => changes(later)[0], "the missed change");
    expect(missed).toMatchObject({ context_id: id, agent: { state: "idle" } });
    expect(changes(later)).toHaveLength(1);

    for (const each of clients.splice(0)) await each.close();
    await daemon.kill9();
    await daemon.start();
    const next = await opened("resumed", 2);
    const position = { ...cursor, agent_sequence: missed.agent_sequence };
    await next.call("mullion.resume", { events: [CHANGED], agents: "team", cursor: position });
    await waitFor(() => changes(next).length === 2, "both panes");
    expect(changes(next).map(({ agent }) => agent?.state)).toEqual(["idle", "idle"]);
    expect(changes(next)[0]!.agent_sequence).toBeGreaterThan(missed.agent_sequence);
  });
});

describe("mullion.wait for several states", () => {
  const until: ParamsInput<"mullion.wait">["until"] = { kind: "states", states: ["waiting", "done"] };

  test("is answered with the first of them", async () => {
    const client = await opened("wait", 2);
    const id = await client.spawn(OBEDIENT);
    const reply = client.send("mullion.wait", { context_id: id, until });
    await setState(client, id, "working");
    await setState(client, id, "waiting");
    expect((await client.reply(reply)).result).toMatchObject({ outcome: "met", state: "waiting" });
  });

  test.each([
    [0, { outcome: "met", state: "done" }],
    [3, { outcome: "exited" }],
  ])("looks at how the program ends: status %i, before the wait or during it", async (status, result) => {
    const client = await opened("wait", 2);
    const id = await client.spawn(["sh", "-c", `read x; exit ${status}`]);
    const reply = client.send("mullion.wait", { context_id: id, until });
    await client.call("mullion.send_text", { context_id: id, text: "x", submit: true });
    expect((await client.reply(reply)).result).toMatchObject(result);
    expect(await client.call("mullion.wait", { context_id: id, until })).toMatchObject(result);
  });
});

describe("mullion.wait for a state", () => {
  test("is answered at the change", async () => {
    const client = await opened("wait", 2);
    const id = await client.spawn(OBEDIENT);
    const reply = client.send("mullion.wait", { context_id: id, until: { kind: "state", state: "waiting" } });
    await setState(client, id, "waiting");
    expect((await client.reply(reply)).result).toMatchObject({ outcome: "met" });
  });

  test.each([
    ["exit 0", "done", "met"],
    ["exit 3", "failed", "met"],
    ["exit 3", "done", "exited"],
  ] as const)("a program that ends with %s, waited for until %s: %s", async (script, state, outcome) => {
    const client = await opened("wait", 2);
    const id = await client.spawn(["sh", "-c", `read x; ${script}`]);
    const reply = client.send("mullion.wait", { context_id: id, until: { kind: "state", state } });
    await client.call("mullion.send_text", { context_id: id, text: "x", submit: true });
    expect((await client.reply(reply)).result).toMatchObject({ outcome });
  });
});
