import { request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type Client, createORPCClient, ORPCError } from "@orpc/client";
import { RPCLink } from "@orpc/client/fetch";
import { beforeAll, describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type Access, access } from "./http-client.ts";

/** The client that oRPC's users have, as it is: nothing here knows the wire. */
interface Terminal {
  readonly id: string;
  readonly pid: number;
  readonly meta: { readonly cwd: string; readonly parentId?: string; readonly cols: number };
}

/** `list` is a list, or for those who accept nothing else a stream of lists. */
interface Wish {
  readonly stream?: true;
}

type Procedure<I, O> = Client<Wish, I, O, ORPCError<string, { code?: string; issues?: unknown[] }>>;
type Stream<T> = AsyncIterableIterator<T>;

type Contract = {
  readonly terminal: {
    readonly list: Procedure<undefined, Terminal[] & Stream<Terminal[]>>;
    readonly create: Procedure<
      { cwd?: string | undefined; parentId?: string | undefined } | undefined,
      Terminal
    >;
    readonly kill: Procedure<{ id: string }, Terminal>;
    readonly resize: Procedure<{ id: string; cols: number; rows: number }, undefined>;
    readonly setParent: Procedure<{ id: string; parentId: string | null }, undefined>;
    readonly sendInput: Procedure<{ id: string; data: string }, undefined>;
    readonly screenText: Procedure<{ id: string; startLine?: number; endLine?: number }, string>;
    readonly screenState: Procedure<{ id: string }, string>;
    readonly attach: Procedure<{ id: string }, Stream<string>>;
    readonly onExit: Procedure<{ id: string }, Stream<number>>;
  };
  readonly spawn_agent: Procedure<{ command: string[] }, { context_id: string }>;
  readonly capture: Procedure<{ context_id: string }, { text: string }>;
  readonly "mullion.wait": Procedure<{ context_id: string; until: object }, { outcome: string }>;
  readonly "mullion.subscribe": Procedure<object, Stream<{ method?: string; params?: object }>>;
};

const daemon = daemonForAll();
let http: Access;
let client: Contract;
beforeAll(async () => {
  http = await access(daemon);
  client = clientWith({ authorization: `Bearer ${http.token}` });
});

const clientWith = (headers: Record<string, string>, fetch?: (request: Request) => Promise<Response>) =>
  createORPCClient<Contract>(
    new RPCLink<Wish>({
      url: `${http.url}/rpc`,
      headers: ({ context }) => ({ ...headers, ...(context.stream && { accept: "text/event-stream" }) }),
      ...(fetch && { fetch }),
    }),
  );

const shows = (id: string, text: string | RegExp) =>
  waitFor(async () => (await client.terminal.screenText({ id })).match(text), String(text));
/** What is typed earlier is echoed before the prompt, so that its output stands behind the prompt. */
const PROMPT = /[$#]/;

describe("over TCP, with a bearer header", () => {
  test("list, create, sendInput, screenText, screenState, resize, kill", async () => {
    const before = await client.terminal.list();
    const made = await client.terminal.create({ cwd: "/usr", parentId: undefined });
    expect(made).toMatchObject({ pid: expect.any(Number), meta: { cwd: "/usr" } });
    const { id } = made;
    expect((await client.terminal.list()).length).toBe(before.length + 1);
    await shows(id, PROMPT);
    expect(await client.terminal.sendInput({ id, data: "echo grüße-$((40+2))\r" })).toBeUndefined();
    await shows(id, "grüße-42");
    const lines = (await client.terminal.screenText({ id })).split("\n");
    expect(lines).toContain("grüße-42");
    const startLine = lines.indexOf("grüße-42");
    expect(await client.terminal.screenText({ id, startLine, endLine: startLine + 1 })).toBe("grüße-42");
    expect(await client.terminal.screenState({ id })).toContain("grüße-42");
    expect(await client.terminal.resize({ id, cols: 132, rows: 43 })).toBeUndefined();
    expect((await client.terminal.list()).find((each) => each.id === id)?.meta.cols).toBe(132);
    expect(await client.terminal.kill({ id })).toMatchObject({ id, pid: made.pid });
    expect((await client.terminal.list()).map((each) => each.id)).not.toContain(id);
  });

  test("create without any input, and setParent there and back", async () => {
    const parent = await client.terminal.create();
    const child = await client.terminal.create({ parentId: parent.id });
    const parentOf = async () =>
      (await client.terminal.list()).find(({ id }) => id === child.id)?.meta.parentId;
    expect(await parentOf()).toBe(parent.id);
    await client.terminal.setParent({ id: child.id, parentId: null });
    expect(await parentOf()).toBeUndefined();
    await client.terminal.setParent({ id: child.id, parentId: parent.id });
    expect(await parentOf()).toBe(parent.id);
    for (const { id } of [child, parent]) await client.terminal.kill({ id });
  });

  test("attach is an event iterator: the screen, what is printed, and an end", async () => {
    const { id } = await client.terminal.create();
    await client.terminal.sendInput({ id, data: "echo before-$((1+1))\r" });
    await shows(id, "before-2");
    const texts = await client.terminal.attach({ id });
    expect((await texts.next()).value).toContain("before-2");
    await client.terminal.sendInput({ id, data: "echo after-$((1+2)); exit\r" });
    let rest = "";
    for await (const text of texts) rest += text;
    expect(rest).toContain("after-3");
  });

  test("onExit gives one value and is done", async () => {
    const { id } = await client.terminal.create();
    const exits = await client.terminal.onExit({ id });
    await client.terminal.sendInput({ id, data: "exit 7\r" });
    expect(await exits.next()).toEqual({ done: false, value: 7 });
    expect(await exits.next()).toMatchObject({ done: true });
  });

  test("list as a stream reports every change until its reader disconnects", async () => {
    const lists = await client.terminal.list(undefined, { context: { stream: true } });
    const ids = async () => ((await lists.next()).value as Terminal[]).map(({ id }) => id);
    const before = await ids();
    const { id } = await client.terminal.create();
    expect(before).not.toContain(id);
    await waitFor(async () => (await ids()).includes(id), "the new one");
    await lists.return?.();
    await waitFor(async () => (await streamsServed()) === 0, "the stream to be left");
    await client.terminal.kill({ id });
  });

  test("a signal ends a stream that waits", async () => {
    const { id } = await client.terminal.create();
    const left = new AbortController();
    const exits = await client.terminal.onExit({ id }, { signal: left.signal });
    const next = exits.next();
    left.abort();
    await expect(next).rejects.toThrow();
    await waitFor(async () => (await streamsServed()) === 0, "the stream to be left");
    await client.terminal.kill({ id });
  });

  test("failures are its errors: code, status, and what the schema found", async () => {
    const unknown = { id: "7b1d8a54-0000-8000-8000-000000000000" };
    const failure = (promise: PromiseLike<unknown>) =>
      Promise.resolve(promise).then(
        () => undefined,
        (error: unknown) => error,
      );
    const missing = await failure(client.terminal.screenText(unknown));
    expect(missing).toBeInstanceOf(ORPCError);
    expect(missing).toMatchObject({ code: "NOT_FOUND", status: 404, data: { code: "no-such-pane" } });
    expect(await failure(client.terminal.attach(unknown))).toMatchObject({ code: "NOT_FOUND", status: 404 });
    expect(await failure(client.terminal.resize({ ...unknown, cols: 0, rows: 1 }))).toMatchObject({
      code: "BAD_REQUEST",
      status: 400,
      data: { issues: [{ path: ["cols"] }] },
    });
    const stranger = clientWith({ authorization: "Bearer nothing" });
    expect(await failure(stranger.terminal.list())).toMatchObject({ code: "UNAUTHORIZED", status: 401 });
  });

  test("the protocol's methods, events included", async () => {
    const events = await client["mullion.subscribe"]({});
    expect((await events.next()).value).toHaveProperty("cursor");
    const { context_id } = await client.spawn_agent({ command: ["sh", "-c", "echo hello; exit 3"] });
    await client["mullion.wait"]({ context_id, until: { kind: "exit" } });
    expect(await client.capture({ context_id })).toEqual({ text: "hello" });
    const seen: unknown[] = [];
    for await (const { method, params } of events) {
      seen.push(method);
      if (method !== "context_exited") continue;
      expect(params).toMatchObject({ context_id, exit_code: 3 });
      break;
    }
    expect(seen).toEqual(["mullion.context_spawned", "context_output", "context_exited"]);
  });
});

/** The socket's own uid is the credential: no header at all. */
test("over the daemon's socket no token is needed", async () => {
  const overSocket = clientWith({}, (asked) => fetchOver(join(daemon.dir, "m/daemon.sock"), asked));
  const { id } = await overSocket.terminal.create();
  const exits = await overSocket.terminal.onExit({ id });
  await overSocket.terminal.sendInput({ id, data: "exit 4\r" });
  expect((await exits.next()).value).toBe(4);
});

async function streamsServed(): Promise<number> {
  const response = await fetch(`${http.url}/metrics`, { headers: { authorization: `Bearer ${http.token}` } });
  return Number(/^mullion_http_current\{kind="stream"\} (\d+)$/m.exec(await response.text())![1]);
}

/** `fetch`, over a unix socket. */
async function fetchOver(socketPath: string, asked: Request): Promise<Response> {
  const body = Buffer.from(await asked.arrayBuffer());
  const { pathname } = new URL(asked.url);
  const headers = { ...Object.fromEntries(asked.headers), host: "localhost" };
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path: pathname, method: asked.method, headers }, (answer) => {
      const type = answer.headers["content-type"] ?? "";
      const stream = Readable.toWeb(answer) as ReadableStream<Uint8Array>;
      resolve(new Response(stream, { status: answer.statusCode!, headers: { "content-type": type } }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
