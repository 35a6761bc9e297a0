import { expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { TestClient } from "./client.ts";

const COUNT = Number(process.env.TEST_CONTEXTS ?? 100);
const LINES = 8;

const daemon = daemonForAll();

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

interface Cursor {
  sequence: number;
  offsets: Record<string, number>;
}

/** The events that a client with a cursor has received, over any number of connections. */
class Listener {
  readonly exits = new Map<string, number[]>();
  readonly output = new Map<string, string>();
  readonly gaps: unknown[] = [];
  readonly sequences: number[] = [];
  readonly cursor: Cursor = { sequence: 0, offsets: {} };

  /** Takes over what a connection said, which has ended. */
  take(client: TestClient): void {
    for (const { method, params } of client.events()) {
      const id = params!.context_id as string;
      if (method === "context_output") {
        const bytes = Buffer.from(params!.data as string, "base64");
        expect(params!.offset).toBe(this.cursor.offsets[id] ?? 0);
        this.cursor.offsets[id] = (params!.offset as number) + bytes.length;
        this.output.set(id, `${this.output.get(id) ?? ""}${bytes}`);
      } else if (method === "mullion.gap") this.gaps.push(params);
      else {
        this.sequences.push(params!.sequence as number);
        this.cursor.sequence = params!.sequence as number;
        if (method === "context_exited") {
          const codes = this.exits.get(id) ?? [];
          this.exits.set(id, [...codes, params!.exit_code as number]);
        }
      }
    }
  }
}

test(`a daemon killed under ${COUNT} live contexts, three times: nothing is lost or doubled`, async () => {
  const listener = new Listener();
  const hint = { session_hint: "restart" };
  let client = new TestClient(daemon, "socket");
  const { self_context_id: self } = await client.initialize(hint);
  await client.call("mullion.subscribe", {});

  // They print now and then, and end at different times: before, between and after the kills, some in their midst.
  const script = (index: number) =>
    `i=0; while [ $i -lt ${LINES} ]; do echo ${index}-$i; i=$((i+1)); sleep 0.${1 + (index % 9)}; done; exit ${index % 100}`;
  const ids = await Promise.all(
    Array.from({ length: COUNT }, (_, index) =>
      client.call("spawn_agent", { command: ["sh", "-c", script(index)] }, 30_000),
    ),
  );
  const names = ids.map(({ context_id }) => context_id);
  expect(new Set(names).size).toBe(COUNT);

  for (let kill = 0; kill < 3; kill++) {
    const before = client.messages.length;
    await waitFor(() => client.messages.length > before + 20, "some events");
    await daemon.kill9();
    await waitFor(() => client.closed, "the connection to break");
    listener.take(client);
    await daemon.run("up");
    client = new TestClient(daemon, "socket");
    const resumed = await client.initialize({ ...hint, mullion: { cursor: listener.cursor } });
    expect(resumed.self_context_id).toBe(self);
  }
  const known = () => listener.exits.size + client.events("context_exited").length;
  await waitFor(() => known() >= COUNT, "every exit", 60_000);
  // An id that was assigned before the kills is not reused.
  const later = await client.spawn(["true"]);
  expect(names).not.toContain(later);
  await client.event("context_exited", later);
  listener.take(client);
  await client.close();

  expect(listener.gaps).toEqual([]);
  expect(listener.sequences).toEqual(listener.sequences.map((_, index) => index + 1));
  const expected = (index: number) =>
    Array.from({ length: LINES }, (_, line) => `${index}-${line}\r\n`).join("");
  for (const [index, id] of names.entries()) {
    expect(listener.exits.get(id), id).toEqual([index % 100]);
    expect(listener.output.get(id), id).toBe(expected(index));
  }
}, 120_000);

test("exited contexts can be captured after a restart, too; live ones are as they were", async () => {
  const client = new TestClient(daemon, "socket");
  await client.initialize({ session_hint: "after" });
  const gone = await client.spawn(["sh", "-c", "echo last words; exit 9"]);
  const live = await client.spawn(["sh", "-c", "echo here; exec cat"], {
    metadata: { name: "n", color: "red" },
  });
  await client.event("context_exited", gone);
  await client.call("mullion.wait", { context_id: live, until: { kind: "text", text: "here" } });
  await daemon.kill9();
  await waitFor(() => client.closed, "the connection to break");
  // The bridge starts the daemon.
  const again = new TestClient(daemon, "stdio");
  await again.initialize({ session_hint: "after" });
  expect((await again.call("capture", { context_id: gone })).text).toBe("last words");
  expect((await again.call("mullion.wait", { context_id: gone, until: { kind: "exit" } })).exit_code).toBe(9);
  expect((await again.call("list", {})).contexts).toEqual([live]);
  expect((await again.call("capture", { context_id: live })).text).toBe("here");
  const [pane] = (await again.call("mullion.tree", {})).sessions[0]!.windows[0]!.panes;
  expect(pane).toMatchObject({ context_id: live, title: "n", metadata: { name: "n", color: "red" } });
  const border = "#{E:pane-border-format}|#{E:pane-border-style}";
  expect(
    (await daemon.tmux("-L", "mullion", "display-message", "-p", "-t", pane!.pane_id, border)).stdout,
  ).toBe("#[fg=red,bold] n#[nobold] #[fg=green]working #[default]|fg=red\n");
  await again.call("mullion.send_text", { context_id: live, text: "still", submit: true });
  await again.call("mullion.wait", { context_id: live, until: { kind: "regex", pattern: "^still$" } });
  await again.call("kill", { context_id: live });
  await again.event("context_exited", live);
  await again.close();
});

test("an agent that ends while no daemon runs is reported once, with its code", async () => {
  const client = new TestClient(daemon, "socket");
  const { mullion } = await client.initialize({ session_hint: "absent" });
  const id = await client.spawn(["sh", "-c", "sleep 1; echo bye; exit 42"]);
  const { pid } = (await client.call("mullion.tree", {})).sessions[0]!.windows[0]!.panes[0]!;
  await daemon.kill9();
  await waitFor(() => client.closed, "the connection to break");
  await waitFor(() => !isAlive(pid), "the agent to end");
  await daemon.run("up");
  const again = new TestClient(daemon, "socket");
  await again.initialize({ session_hint: "absent", mullion: { cursor: mullion!.cursor } });
  expect((await again.event("context_exited", id)).params).toMatchObject({ exit_code: 42 });
  expect(again.output(id)).toBe("bye\r\n");
  expect(again.events("context_exited")).toHaveLength(1);
  await again.close();
});

test("a daemon killed while it spawns: what was answered is there, and every pane is a context", async () => {
  const client = new TestClient(daemon, "socket");
  await client.initialize({ session_hint: "half" });
  for (let count = 0; count < 60; count++) client.send("spawn_agent", { command: ["cat"] });
  const answered = () =>
    client.messages.flatMap(({ result }) => (result?.context_id as string | undefined) ?? []);
  await waitFor(() => answered().length >= 5, "some answers");
  await daemon.kill9();
  await waitFor(() => client.closed, "the connection to break");
  await daemon.run("up");
  const again = new TestClient(daemon, "socket");
  await again.initialize({ session_hint: "half", mullion: { cursor: { sequence: 0, offsets: {} } } });
  const panes = async () =>
    (await daemon.tmux("-L", "mullion", "list-panes", "-a", "-F", "#{pane_pid}")).stdout.trim().split("\n");
  const contexts = await waitFor(async () => {
    const { contexts } = await again.call("list", {});
    return contexts.length === (await panes()).length ? contexts : undefined;
  }, "as many contexts as panes");
  expect(contexts).toEqual(expect.arrayContaining(answered()));
  for (const pid of await panes()) expect(isAlive(Number(pid))).toBe(true);
  await waitFor(
    () => again.events("mullion.context_spawned").length === contexts.length,
    "every birth, once",
  );
  for (const id of contexts) await again.call("kill", { context_id: id });
  await waitFor(() => again.events("context_exited").length === contexts.length, "every end, once");
  await again.close();
});
