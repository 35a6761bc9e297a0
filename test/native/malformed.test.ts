import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { property } from "../fixtures/property.ts";
import { type Message, TestClient, type Transport, transports } from "./client.ts";

/** Any line gets at most one answer, the connection survives, and no other client notices. */
let daemon: TestDaemon;
let bystander: TestClient;

beforeAll(async () => {
  daemon = await startDaemon();
  bystander = new TestClient(daemon, "socket");
  await bystander.initialize();
});
afterAll(async () => {
  expect((await bystander.call("list", {})).contexts).toEqual([]);
  expect(bystander.events()).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  await bystander.close();
  await daemon.stop();
});

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

const lines: Readonly<Record<string, [line: string | Buffer, code: string, id?: string | number | null]>> = {
  "no JSON": ["{oops}", "parse-error"],
  "half a string": ['{"id":1,"method":"li', "parse-error"],
  "a word": ["hello", "parse-error"],
  "a number": ["5", "invalid-request"],
  null: ["null", "invalid-request"],
  "a string": ['"list"', "invalid-request"],
  "invalid UTF-8": [Buffer.from('{"id":1,"method":"\xff\xfe"}', "latin1"), "parse-error"],
  "a cut UTF-8 character": [Buffer.from('{"id":1,"method":"\xe2\x82"}', "latin1"), "parse-error"],
  "NUL bytes": [Buffer.alloc(64), "parse-error"],
  "64 levels in params": [`{"id":1,"method":"list","params":{"x":${nested(64)}}}`, "parse-error"],
  "100,000 levels": [nested(100_000), "parse-error"],
  "10 MB": [`{"id":1,"method":"list","params":{"x":"${"y".repeat(10_000_000)}"}}`, "too-large"],
  "10 MB of brackets": ["[".repeat(10_000_000), "too-large"],
  "an empty batch": ["[]", "batch-not-supported"],
  "a batch": ['[{"id":1,"method":"list"},{"id":2,"method":"list"}]', "batch-not-supported"],
  "no method": ['{"id":"a"}', "invalid-request", "a"],
  "a method that is a number": ['{"id":"b","method":1}', "invalid-request", "b"],
  "an id that is an object": ['{"id":{},"method":"list"}', "invalid-request"],
  "an id that is true": ['{"id":true,"method":"list"}', "invalid-request"],
  "another JSON-RPC": ['{"jsonrpc":"1.0","id":"c","method":"list"}', "invalid-request", "c"],
  "__proto__ as a method": ['{"id":"d","method":"__proto__"}', "method-not-found", "d"],
  "__proto__ with a method": ['{"id":"e","__proto__":{"method":"list"}}', "invalid-request", "e"],
  "params that are text": ['{"id":"f","method":"list","params":"x"}', "invalid-params", "f"],
  "params with __proto__": [
    '{"id":"g","method":"spawn_agent","params":{"__proto__":{"command":["true"],"polluted":1}}}',
    "invalid-params",
    "g",
  ],
  "a lone surrogate as an id": ['{"id":"\\ud800","method":"nosuch"}', "method-not-found", "\ud800"],
};

async function opened(transport: Transport): Promise<TestClient> {
  const client = new TestClient(daemon, transport);
  await client.initialize();
  return client;
}

describe.each(transports)("over %s", (transport) => {
  test.each(Object.entries(lines))("%s", async (_what, [line, code, id = null]) => {
    const client = await opened(transport);
    const before = client.messages.length;
    client.raw(line);
    client.raw("\n");
    expect((await client.call("list", {}, 20_000)).contexts).toEqual([]);
    const answers = client.messages.slice(before, -1);
    expect(answers).toMatchObject([{ error: { data: { code } } }]);
    if (id !== "\ud800") expect(answers[0]!.id).toBe(id);
    await client.close();
  });

  test("as the very first line", async () => {
    const client = new TestClient(daemon, transport);
    client.raw('[1,2]\n{"id":7}\n');
    expect((await client.reply(7)).error?.data.code).toBe("invalid-request");
    await client.initialize();
    expect(client.messages[0]).toMatchObject({ id: null, error: { data: { code: "batch-not-supported" } } });
    await client.close();
  });

  test.each(["hello", "null", "true", "\0", "["])(
    "%j as the very first line is answered, and read past",
    async (line) => {
      const client = new TestClient(daemon, transport);
      client.raw(`${line}\n`);
      await client.initialize();
      expect(client.messages).toMatchObject([
        { id: null, error: { code: expect.any(Number) } },
        { result: {} },
      ]);
      await client.close();
    },
  );

  test("empty lines, line ends of Windows, notifications and answers to nobody are passed over", async () => {
    const client = await opened(transport);
    const before = client.messages.length;
    client.raw('\n\r\n  \n{"method":"list"}\n{"method":"$/cancel","params":{}}\n{"id":5,"result":{}}\n');
    client.raw('{"id":"w","method":"list"}\r\n');
    await client.reply("w");
    expect(client.messages.slice(before)).toEqual([{ id: "w", result: { contexts: [] } }]);
    await client.close();
  });

  test("ids come back as they were", async () => {
    const client = await opened(transport);
    for (const id of ["x", "", "__proto__", 0, -1, 1.5, 1e15, null]) {
      client.raw(`${JSON.stringify({ id, method: "get_self_id" })}\n`);
      expect((await client.reply(id)).result?.context_id).toMatch(/^ctx_/);
    }
    await client.close();
  });

  test("a request may come byte by byte, and many in one piece", async () => {
    const client = await opened(transport);
    for (const byte of Buffer.from('{"id":"slow","method":"list"}\n')) client.raw(Uint8Array.of(byte));
    await client.reply("slow");
    const many = Array.from({ length: 500 }, (_, index) => `{"id":"m${index}","method":"list"}\n`);
    client.raw(many.join(""));
    await client.reply("m499");
    const ids = client.messages.flatMap(({ id }: Message) => (String(id).startsWith("m") ? [id] : []));
    expect(ids).toEqual(many.map((_, index) => `m${index}`));
    await client.close();
  });
});

property(
  "fuzzed lines: one answer or none, and the next request is answered",
  { runs: 300 },
  async (check) => {
    const client = await opened("socket");
    const value = fc.jsonValue({ maxDepth: 4 });
    const line = fc.oneof(
      value.map((json) => JSON.stringify(json)),
      fc
        .record({ id: value, method: value, params: value }, { requiredKeys: [] })
        .map((json) => JSON.stringify(json)),
      fc
        .record({
          id: fc.nat(),
          method: fc.constantFrom(
            "write",
            "capture",
            "kill",
            "mullion.wait",
            "mullion.subscribe",
            "mullion.resume",
          ),
          params: value,
        })
        .map((json) => JSON.stringify(json)),
      fc.string({ unit: "binary" }),
      fc.uint8Array({ maxLength: 200 }),
    );
    let number = 0;
    await check(
      fc.asyncProperty(line, async (given) => {
        const bytes = Buffer.from(given).filter((byte) => byte !== 0x0a);
        const before = client.messages.length;
        client.raw(Buffer.concat([bytes, Buffer.from("\n")]));
        const mark = `mark-${number++}`;
        client.raw(`${JSON.stringify({ id: mark, method: "list" })}\n`);
        await client.reply(mark);
        expect(client.messages.slice(before, -1).length).toBeLessThanOrEqual(1);
        for (const { error } of client.messages.slice(before, -1))
          if (error) expect(error.data.code).not.toBe("internal-error");
      }),
    );
    await client.close();
  },
);
