import { join } from "node:path";
import { describe, expect, expectTypeOf, test } from "vitest";
import { type AnyEvent, BackendError, type Client, connect } from "../../src/client/index.ts";
import { processHasEnded } from "../../src/processes/process-mark.ts";
import { ReferenceBackend } from "../conformance/reference-backend.ts";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";

const daemon = daemonForAll();

const ALL = [
  "context_exited",
  "context_output",
  "mullion.context_spawned",
  "mullion.context_changed",
] as const;
const base64 = (text: string) => Buffer.from(text).toString("base64");

const targets = {
  socket: () => ({ socket: join(daemon.dir, "m/daemon.sock"), env: daemon.env }),
  stdio: () => ({ command: [join(root, "bin/mullion-pane-backend")], env: daemon.env }),
};

/** Reads until this many contexts have exited. */
async function readUntilExits(events: AsyncIterable<AnyEvent>, count: number): Promise<AnyEvent[]> {
  const read: AnyEvent[] = [];
  for await (const event of events) {
    read.push(event);
    if (read.filter(({ method }) => method === "context_exited").length === count) break;
  }
  return read;
}

function outputOf(events: readonly AnyEvent[], id: string): string {
  const parts = events.flatMap(({ method, params }) =>
    method === "context_output" && params.context_id === id ? [Buffer.from(params.data, "base64")] : [],
  );
  return String(Buffer.concat(parts));
}

describe("a backend that cannot be reached", () => {
  const failure = (options: Parameters<typeof connect>[0]) =>
    connect(options).then(
      () => undefined,
      (error: Error) => error,
    );

  test.each([
    [
      "a socket that is missing",
      { socket: "/nonexistent/socket" },
      "no backend listens on /nonexistent/socket",
    ],
    ["a socket that is no socket", { socket: "/dev/null" }, "no backend listens on /dev/null"],
    [
      "a program that is missing",
      { command: ["/nonexistent/program"] },
      "/nonexistent/program cannot be started",
    ],
    ["a program that may not be executed", { command: ["/dev/null"] }, "/dev/null cannot be started"],
    ["a command without words", { command: [] }, "the backend cannot be reached"],
  ])("fails with its code and says what to do: %s", async (_name, options, sentence) => {
    const error = await failure(options);
    expect(error).toBeInstanceOf(BackendError);
    expect(error).toMatchObject({ code: "not-connected", message: expect.stringContaining(sentence) });
    expect((error as Error).cause).toBeInstanceOf(Error);
  });

  test("is no failure of a connection that its caller aborts", async () => {
    const reason = new Error("enough");
    const options = { socket: "/nonexistent/socket", signal: AbortSignal.abort(reason) };
    expect(await failure(options)).toBe(reason);
  });
});

describe.each(["socket", "stdio"] as const)("over %s", (transport) => {
  test("calls are answered and events come in their order", async () => {
    const client = await connect({ ...targets[transport](), events: ALL });
    const events = client.events();
    const { context_id } = await client.call("spawn_agent", { command: ["sh", "-c", "read x; echo got $x"] });
    expect((await client.call("list")).contexts).toContain(context_id);
    await client.call("write", { context_id, data: base64("it\n") });
    const read = await readUntilExits(events, 1);
    expect(read[0]).toMatchObject({ method: "mullion.context_spawned", params: { context_id } });
    expect(outputOf(read, context_id)).toBe("it\r\ngot it\r\n");
    expect(read.at(-1)).toMatchObject({ method: "context_exited", params: { context_id, exit_code: 0 } });
    client.close();
  });

  test("failures have the code of the protocol", async () => {
    const client = await connect(targets[transport]());
    const failure = await client.call("kill", { context_id: "nobody" }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BackendError);
    expect(failure).toMatchObject({ code: "no-such-context", rpcCode: 1010 });
    client.close();
  });

  test("a daemon's death loses nothing and doubles nothing", async () => {
    const client = await connect({ ...targets[transport](), events: ALL });
    const events = client.events();
    const script = 'i=0; while [ $i -lt 30 ]; do echo "$1-$i"; i=$((i+1)); sleep 0.05; done; exit $1';
    const ids = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const command = ["sh", "-c", script, "sh", String(n)];
        return (await client.call("spawn_agent", { command })).context_id;
      }),
    );
    const reading = readUntilExits(events, ids.length);
    for (let deaths = 0; deaths < 2; deaths++) {
      await daemon.kill9();
      await client.call("list"); // Answered by the next daemon.
    }
    const read = await reading;
    expect(read.filter(({ method }) => method === "mullion.gap")).toEqual([]);
    for (const [n, id] of ids.entries()) {
      expect(outputOf(read, id)).toBe(Array.from({ length: 30 }, (_, i) => `${n}-${i}\r\n`).join(""));
      const own = read.filter(
        ({ method, params }) =>
          "context_id" in params && params.context_id === id && method !== "context_output",
      );
      expect(own.map(({ method }) => method)).toEqual(["mullion.context_spawned", "context_exited"]);
      expect(own[1]!.params).toMatchObject({ exit_code: n });
    }
    client.close();
  }, 100_000);

  test("a later client goes on where the reader of another one stopped", async () => {
    const first = await connect({ ...targets[transport](), events: ALL });
    const events = first.events();
    const { context_id } = await first.call("spawn_agent", {
      command: ["sh", "-c", "echo one; read x; echo two"],
    });
    const early: AnyEvent[] = [];
    while (!outputOf(early, context_id).includes("one\r\n")) early.push((await events.next()).value);
    const { cursor } = events;
    const sessionHint = first.sessionHint!;
    first.close();
    const second = await connect({ ...targets[transport](), events: ALL, cursor, sessionHint });
    const reading = readUntilExits(second.events(), 1);
    await second.call("write", { context_id, data: base64("\n") });
    expect(outputOf([...early, ...(await reading)], context_id)).toBe("one\r\n\r\ntwo\r\n");
    second.close();
  });
});

test("what happened while nobody was connected is there for the first who listens", async () => {
  const first = await connect({ ...targets.socket(), events: ALL });
  const { cursor, sessionHint } = first;
  const { context_id } = await first.call("spawn_agent", { command: ["sh", "-c", "echo past; exit 5"] });
  await first.call("mullion.wait", { context_id, until: { kind: "exit" } });
  first.close();
  const second = await connect({ ...targets.socket(), events: ALL, cursor, sessionHint: sessionHint! });
  await second.call("list"); // Whatever follows the resumption has come by now.
  const read = await readUntilExits(second.events(), 1);
  expect(outputOf(read, context_id)).toBe("past\r\n");
  expect(read.map(({ method }) => method)).toEqual([
    "mullion.context_spawned",
    "context_output",
    "context_exited",
  ]);
  second.close();
});

test("signals end calls, streams and the connecting", async () => {
  const client = await connect(targets.socket());
  const { context_id } = await client.call("spawn_agent", { command: ["cat"] });
  const reason = new Error("enough");
  const stop = new AbortController();
  const waiting = client.call(
    "mullion.wait",
    { context_id, until: { kind: "exit" } },
    { signal: stop.signal },
  );
  const next = client.events({ methods: ["context_exited"], signal: stop.signal }).next();
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  expect(await next).toEqual({ done: true, value: undefined });
  await expect(client.call("list", {}, { signal: stop.signal })).rejects.toBe(reason);
  await expect(connect({ ...targets.socket(), signal: stop.signal })).rejects.toBe(reason);
  await client.call("kill", { context_id });
  client.close();
});

test("after close, calls fail and streams end", async () => {
  const client = await connect(targets.socket());
  const next = client.events().next();
  client.close();
  expect(await next).toEqual({ done: true, value: undefined });
  await expect(client.call("list")).rejects.toMatchObject({ code: "closed" });
  expect(await client.events().next()).toEqual({ done: true, value: undefined });
});

test("the user's daemon is found, and started where it does not run", async () => {
  const instance = prepareInstance();
  try {
    const client = await connect({ env: instance.env });
    expect((await client.call("list")).contexts).toEqual([]);
    expect(instance.pid()).toBeDefined();
    client.close();
  } finally {
    await instance.stop();
  }
});

/** Ends the daemon as an upgrade does, and waits until it is gone. */
async function dismiss(instance: TestDaemon): Promise<void> {
  const former = await waitFor(() => instance.pid(), "a daemon");
  process.kill(former, "SIGTERM");
  await waitFor(() => processHasEnded(former), "the daemon to exit");
}

test("a daemon that ends and leaves its panes is started again", async () => {
  const client = await connect(targets.socket());
  const { context_id } = await client.call("spawn_agent", { command: ["sh", "-c", "read x; exit 9"] });
  await dismiss(daemon);
  await client.call("write", { context_id, data: base64("\n") });
  const read = await readUntilExits(client.events({ methods: ["context_exited"] }), 1);
  expect(read).toMatchObject([{ params: { context_id, exit_code: 9 } }]);
  client.close();
});

test.each(["socket", "stdio"] as const)(
  "every write over %s arrives once while daemons leave",
  async (transport) => {
    const client = await connect(targets[transport]());
    const command = ["sh", "-c", "stty -echo; echo ready; while read x; do echo $x; done"];
    const { context_id } = await client.call("spawn_agent", { command });
    await client.call("mullion.wait", { context_id, until: { kind: "text", text: "ready" } });
    let leaving = true;
    const dismissing = (async () => {
      for (let i = 0; i < 5; i++) await dismiss(daemon);
      leaving = false;
    })();
    let last = 0;
    while (leaving || last < 10) {
      last += 1;
      await client.call("write", { context_id, data: base64(`number ${last}.\n`) });
    }
    await dismissing;
    await client.call("mullion.wait", { context_id, until: { kind: "text", text: `number ${last}.` } });
    const { text } = await client.call("capture", { context_id, lines: last + 100 });
    const numbers = [...text.matchAll(/number (\d+)\./g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: last }, (_, i) => i + 1));
    client.close();
  },
);

test("every connection is served while daemons leave", async () => {
  const client = await connect(targets.socket()); // Its agent keeps the daemon wanted.
  const { context_id } = await client.call("spawn_agent", { command: ["cat"] });
  let leaving = true;
  const connecting = Array.from({ length: 4 }, async () => {
    while (leaving) {
      const one = await connect(targets.socket());
      await one.call("list");
      one.close();
    }
  });
  for (let i = 0; i < 5; i++) await dismiss(daemon);
  leaving = false;
  await Promise.all(connecting);
  await client.call("kill", { context_id });
  client.close();
});

test("a wait that a daemon's death interrupts is over when the first one would have been", async () => {
  const client = await connect(targets.socket());
  const { context_id } = await client.call("spawn_agent", { command: ["cat"] });
  const until = { kind: "text", text: "never" } as const;
  const wait = async (timeout_ms: number) => {
    await client.call("mullion.wait", { context_id, until, timeout_ms });
    return timeout_ms;
  };
  const interrupted = wait(2_000);
  await wait(1_000);
  await daemon.kill9();
  await client.call("list"); // Answered by the next daemon, which has the wait, too.
  expect(await Promise.race([interrupted, wait(1_800)])).toBe(2_000);
  await client.call("kill", { context_id });
  client.close();
});

test.each([
  ["socket", {}],
  ["stdio", { command: [join(root, "bin/mullion-pane-backend")] }],
] as const)("a daemon that is ended on purpose is not started again over %s", async (_transport, target) => {
  const instance = prepareInstance();
  const client = await connect({ ...target, env: instance.env, events: ALL });
  const { context_id } = await client.call("spawn_agent", { command: ["sh", "-c", "echo on; exec cat"] });
  await client.call("mullion.wait", { context_id, until: { kind: "text", text: "on" } });
  const read: AnyEvent[] = [];
  const reading = (async () => {
    for await (const event of client.events()) read.push(event);
  })();
  await Promise.all([
    expect(reading).rejects.toMatchObject({ code: "backend-ended" }),
    instance.stop(), // Fails where a process is left.
  ]);
  await expect(client.call("list")).rejects.toMatchObject({ code: "backend-ended" });
  expect(read.map(({ method }) => method)).toEqual([
    "mullion.context_spawned",
    "context_output",
    "context_exited",
    "mullion.backend_ended",
  ]);
});

test("a backend that has only the proposal is spoken to as well; when it goes, everybody hears of it", async () => {
  const backend = new ReferenceBackend(undefined);
  await backend.listen();
  const client = await connect({ socket: backend.path, env: {}, events: ALL });
  const events = client.events();
  const { context_id } = await client.call("spawn_agent", { command: ["sh", "-c", "echo hi; exit 4"] });
  expect(await readUntilExits(events, 1)).toEqual([
    { method: "context_output", params: { context_id, data: base64("hi\n"), offset: 0 } },
    { method: "context_exited", params: { context_id, exit_code: 4, sequence: 1, offset: 3 } },
  ]);
  const next = client.events().next();
  next.catch(() => {});
  await backend.close();
  await expect(next).rejects.toMatchObject({ code: "connection-lost" });
  await expect(client.call("list")).rejects.toMatchObject({ code: "connection-lost" });
});

test("parameters and results have the types of the schema", () => {
  const spawn = (client: Client) => client.call("spawn_agent", { command: ["cat"] });
  expectTypeOf(spawn).returns.resolves.toEqualTypeOf<{ context_id: string }>();
  // @ts-expect-error: a text is no command
  const wrong = (client: Client) => client.call("spawn_agent", { command: "cat" });
  // @ts-expect-error: it needs parameters
  const missing = (client: Client) => client.call("kill");
  expect([wrong, missing]).toHaveLength(2);
});
