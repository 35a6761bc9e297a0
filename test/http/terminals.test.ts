import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type Access, access, call, callOverSocket, events, post } from "./http-client.ts";

interface Terminal {
  readonly id: string;
  readonly pid: number;
  readonly meta: {
    readonly cwd: string;
    readonly parentId?: string;
    readonly title: string;
    readonly metadata?: Readonly<Record<string, string>>;
    readonly tmuxPaneId: string;
    readonly socket: string;
    readonly cols: number;
  };
}

const daemon = daemonForAll();
let http: Access;
beforeAll(async () => {
  http = await access(daemon);
});

const create = (input?: { cwd?: string; parentId?: string }) =>
  call<Terminal>(http, "terminal/create", input);
const list = () => call<Terminal[]>(http, "terminal/list");
const screenText = (id: string) => call<string>(http, "terminal/screenText", { id });
const panes = async () =>
  (
    await daemon.tmux(
      "-L",
      "mullion",
      "list-panes",
      "-a",
      "-F",
      "#{window_id} #{pane_id} #{pane_width}x#{pane_height}",
    )
  ).stdout;

describe("the terminals of document 000", () => {
  test("a terminal lives from create to kill", async () => {
    const cwd = join(daemon.dir, "home/here");
    mkdirSync(cwd);
    const made = await create({ cwd });
    expect(made.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(made.pid).toBeGreaterThan(1);
    expect(made.meta.cwd).toBe(cwd);
    expect((await list()).map(({ id }) => id)).toContain(made.id);

    await call(http, "terminal/sendInput", { id: made.id, data: "echo so-it-$((40+2)); pwd\r" });
    await waitFor(async () => (await screenText(made.id)).includes("so-it-42"), "the shell's answer");
    expect(await screenText(made.id)).toContain(cwd);

    expect(await call(http, "terminal/kill", { id: made.id })).toMatchObject({ id: made.id, pid: made.pid });
    expect((await list()).map(({ id }) => id)).not.toContain(made.id);
    await expect(screenText(made.id)).rejects.toMatchObject({ code: "NOT_FOUND", status: 404 });
  });

  test("screenText takes a range of lines, the oldest is 0", async () => {
    const { id } = await create();
    await call(http, "terminal/sendInput", { id, data: "PS1=; clear; seq 1000 1099\r" });
    // The command itself ends in 1099 too; the line that it prints stands alone.
    const lines = await waitFor(async () => {
      const shown = (await screenText(id)).split("\n");
      return shown.includes("1099") ? shown : undefined;
    }, "the last line");
    const first = lines.indexOf("1000");
    const range = { id, startLine: first, endLine: first + 3 };
    expect(await call(http, "terminal/screenText", range)).toBe("1000\n1001\n1002");
    expect(await call(http, "terminal/screenText", { id, startLine: 100_000 })).toBe("");
    expect(await call<string>(http, "terminal/screenState", { id })).toContain("1099");
    await call(http, "terminal/kill", { id });
  });

  test("a terminal with a parent is a pane of its parent's window, until it stands alone", async () => {
    const parent = await create();
    const cwd = join(daemon.dir, "home/below");
    mkdirSync(cwd);
    const child = await create({ parentId: parent.id, cwd });
    expect(child.meta).toMatchObject({ parentId: parent.id, cwd });
    const windowOf = async ({ meta }: Terminal) => {
      const line = (await panes()).split("\n").find((text) => text.includes(` ${meta.tmuxPaneId} `));
      return line?.split(" ")[0];
    };
    expect(await windowOf(child)).toBe(await windowOf(parent));

    await call(http, "terminal/setParent", { id: child.id, parentId: null });
    expect(await windowOf(child)).not.toBe(await windowOf(parent));
    expect((await list()).find(({ id }) => id === child.id)?.meta.parentId).toBeUndefined();

    await call(http, "terminal/setParent", { id: child.id, parentId: parent.id });
    expect(await windowOf(child)).toBe(await windowOf(parent));
    await expect(
      call(http, "terminal/setParent", { id: parent.id, parentId: child.id }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
    for (const { id } of [child, parent]) await call(http, "terminal/kill", { id });
  });

  test("resize", async () => {
    const { id, meta } = await create();
    await call(http, "terminal/resize", { id, cols: 132, rows: 43 });
    expect(await panes()).toContain(` ${meta.tmuxPaneId} 132x43\n`);
    await call(http, "terminal/kill", { id });
  });

  test("GET /api/terminals has tmux's number of each pane, and every server's panes", async () => {
    await daemon.tmux("new-session", "-d", "-s", "other", "cat");
    const response = await fetch(`${http.url}/api/terminals`, {
      headers: { authorization: `Bearer ${http.token}` },
    });
    const terminals = (await response.json()) as (Terminal & { tmuxPaneIndex: number })[];
    expect(terminals.length).toBeGreaterThan(0);
    for (const { tmuxPaneIndex, meta } of terminals) expect(`%${tmuxPaneIndex}`).toBe(meta.tmuxPaneId);

    const { id, meta } = await create();
    const elsewhere = terminals.find(({ meta: { socket } }) => socket !== meta.socket)!;
    await expect(call(http, "terminal/setParent", { id, parentId: elsewhere.id })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("another server"),
    });
    await call(http, "terminal/kill", { id });
    await daemon.tmux("kill-server");
  });

  test("reports a missing directory instead of replacing it", async () => {
    await expect(create({ cwd: "/no/such/place" })).rejects.toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
      data: { code: "bad-cwd" },
    });
  });

  test("ids and terminals outlive the daemon", async () => {
    const { id, pid } = await create();
    await daemon.kill9();
    await daemon.run("up");
    expect(await access(daemon)).toEqual(http);
    expect((await list()).find((terminal) => terminal.id === id)?.pid).toBe(pid);
    await call(http, "terminal/kill", { id });
  });
});

describe("streams", () => {
  test("list reports every change", async () => {
    const left = new AbortController();
    const init = { headers: { accept: "text/event-stream" }, signal: left.signal };
    const response = await post(http, "terminal/list", undefined, init);
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const lists = events<Terminal[]>(response);
    const ids = async () => (await lists.next()).value!.map(({ id }: Terminal) => id);
    const before = await ids();
    const { id } = await create();
    await waitFor(async () => (await ids()).includes(id), "the new one");
    expect(before).not.toContain(id);
    await call(http, "terminal/kill", { id });
    await waitFor(async () => !(await ids()).includes(id), "its end");
    left.abort();
  });

  test("list has the metadata that a team sets for its agents, and reports changes", async () => {
    const metadata = { name: "scout", color: "blue", role: "teammate", task: "1" };
    const spawn = { command: ["cat"], metadata };
    const { context_id } = await call<{ context_id: string }>(http, "spawn_agent", spawn);
    const left = new AbortController();
    const init = { headers: { accept: "text/event-stream" }, signal: left.signal };
    const lists = events<Terminal[]>(await post(http, "terminal/list", undefined, init));
    const metadataOf = async () => {
      const { value } = await lists.next();
      return (value as Terminal[]).find(({ meta }) => meta.title === "scout")?.meta.metadata;
    };
    expect(await metadataOf()).toEqual(metadata);
    await call(http, "mullion.set_metadata", { context_id, metadata: { task: "2" } });
    await waitFor(async () => (await metadataOf())?.task === "2", "the other task");
    left.abort();
    await call(http, "kill", { context_id });
  });

  test("attach gives the screen, then what is printed, until the end", async () => {
    const { id } = await create();
    await call(http, "terminal/sendInput", { id, data: "echo before-$((1+1))\r" });
    await waitFor(async () => (await screenText(id)).includes("before-2"), "the first output");
    const texts = events<string>(await post(http, "terminal/attach", { id }));
    const first = (await texts.next()).value!;
    expect(first).toContain("before-2");
    await call(http, "terminal/sendInput", { id, data: "printf 'caf\\303\\251-%s' $((2+3)); exit\r" });
    let rest = "";
    for await (const text of texts) rest += text;
    expect(rest).toContain("café-5");
  });

  test("onExit reports the exit code once", async () => {
    const { id } = await create();
    const exits = events<number>(await post(http, "terminal/onExit", { id }));
    await call(http, "terminal/sendInput", { id, data: "exit 7\r" });
    const seen: number[] = [];
    for await (const exit of exits) seen.push(exit);
    expect(seen).toEqual([7]);
  });

  test("an unknown terminal is 404, not a stream", async () => {
    const response = await post(http, "terminal/attach", { id: "7b1d8a54-0000-8000-8000-000000000000" });
    expect(response.status).toBe(404);
  });
});

describe("the protocol", () => {
  test("a context is spawned, captured, listed and killed, over the socket and over the network", async () => {
    const spawned = (await callOverSocket(daemon, "spawn_agent", {
      command: ["sh", "-c", "echo hello from $0; cat", "it"],
    })) as { context_id: string };
    const { context_id } = spawned;
    await call(http, "mullion.wait", { context_id, until: { kind: "text", text: "hello from it" } });
    expect(await call(http, "capture", { context_id })).toEqual({ text: "hello from it" });
    expect(await callOverSocket(daemon, "list", { json: {} })).toEqual({ json: { contexts: [context_id] } });
    expect(await call(http, "kill", { context_id })).toEqual({});
    // It is listed until its process has ended.
    await call(http, "mullion.wait", { context_id, until: { kind: "exit" } });
    expect(await call(http, "list", {})).toEqual({ contexts: [] });
  });

  test("faults have the protocol's codes", async () => {
    await expect(call(http, "capture", { context_id: "ctx_999" })).rejects.toMatchObject({
      code: "NOT_FOUND",
      data: { code: "no-such-context" },
    });
    await expect(call(http, "spawn_agent", { command: [] })).rejects.toMatchObject({
      data: { code: "empty-command" },
    });
    await expect(call(http, "write", { context_id: "x", data: "?" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      data: { code: "bad-base64" },
    });
    await expect(call(http, "spawn_agent", { command: ["/no/such/program"] })).rejects.toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
      data: { code: "no-such-program" },
    });
  });

  test("limits concurrent requests", async () => {
    const { context_id } = await call<{ context_id: string }>(http, "spawn_agent", { command: ["cat"] });
    const left = new AbortController();
    const wait = { context_id, until: { kind: "exit" } };
    const waiting = Array.from({ length: 256 }, () =>
      post(http, "mullion.wait", wait, { signal: left.signal }).then(({ status }) => status),
    );
    const health = { headers: { authorization: `Bearer ${http.token}` } };
    const status = async () => (await fetch(`${http.url}/api/health`, health)).status;
    await waitFor(async () => (await status()) === 429, "too many of them");
    expect(await callOverSocket(daemon, "kill", { context_id })).toMatchObject({ json: { status: 429 } });
    left.abort();
    await Promise.allSettled(waiting);
    await waitFor(async () => (await status()) === 200, "fewer of them");
    await call(http, "kill", { context_id });
  });

  test("teams see their own contexts only", async () => {
    const team = (name: string, method: string, input: object) =>
      post(http, method, input, { headers: { "mullion-team": name } }).then((response) => response.json());
    const spawned = (await team("one", "spawn_agent", { command: ["cat"] })) as {
      json: { context_id: string };
    };
    const { context_id } = spawned.json;
    expect(await team("one", "list", {})).toEqual({ json: { contexts: [context_id] } });
    expect(await team("two", "list", {})).toEqual({ json: { contexts: [] } });
    expect(await team("two", "kill", { context_id })).toMatchObject({ json: { code: "NOT_FOUND" } });
    await team("one", "kill", { context_id });
  });

  test("subscribe streams the cursor, then events", async () => {
    const init = { headers: { "mullion-team": "told" } };
    const told = events<{ cursor?: object; method?: string; params?: { exit_code?: number } }>(
      await post(http, "mullion.subscribe", {}, init),
    );
    expect((await told.next()).value).toHaveProperty("cursor.sequence");
    await post(http, "spawn_agent", { command: ["sh", "-c", "echo out; exit 3"] }, init);
    const seen: string[] = [];
    for await (const event of told) {
      seen.push(event.method!);
      if (event.method === "context_exited") {
        expect(event.params?.exit_code).toBe(3);
        break;
      }
    }
    expect(seen).toEqual(["mullion.context_spawned", "context_output", "context_exited"]);
  });
});

test("/metrics counts what there is", async () => {
  const { id } = await create();
  const response = await fetch(`${http.url}/metrics`, { headers: { authorization: `Bearer ${http.token}` } });
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await response.text();
  const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]);
  expect(value('mullion_panes\\{state="running"\\}')).toBe((await list()).length);
  const states = ["working", "waiting", "idle", "done", "failed"];
  const counts = states.map((state) => value(`mullion_agents\\{state="${state}"\\}`));
  expect(counts.reduce((sum, count) => sum + count)).toBe((await list()).length);
  expect(value("mullion_output_bytes_total")).toBeGreaterThan(0);
  expect(value("mullion_calls_total")).toBeGreaterThan(0);
  expect(value("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  expect(value("mullion_records_troubled")).toBe(0);
  expect(text).toMatch(/^mullion_event_loop_lag_seconds\{quantile="0\.99"\} [\d.e-]+$/m);
  await call(http, "terminal/kill", { id });
});
