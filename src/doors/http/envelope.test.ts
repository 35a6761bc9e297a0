import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Envelope, MAX_BODY_BYTES, parseInput, readEnvelope, wrap } from "./envelope.ts";
import { Refusal } from "./refusal.ts";

const directory = mkdtempSync(join(tmpdir(), "mh"));
const path = join(directory, "s");
const server = createServer();

beforeAll(() => new Promise<void>((resolve) => server.listen(path, resolve)));
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(directory, { recursive: true });
});

/** The envelope of the next request, or the reason why it has none. */
async function next(): Promise<{ envelope: Envelope | Refusal; answer: () => void }> {
  const [received, response] = await once(server, "request");
  const envelope = await readEnvelope(received as IncomingMessage).catch((error: Refusal) => error);
  return { envelope, answer: () => response.end() };
}

async function send(
  body: string | Buffer,
  headers: Record<string, string> = { "content-type": "application/json" },
) {
  const read = next();
  const client = request({ socketPath: path, method: "POST", headers });
  client.on("error", () => {});
  client.end(body);
  const { envelope, answer } = await read;
  answer();
  return envelope;
}

describe("a body", () => {
  test.each([
    ["the input of an oRPC client", '{"json":{"a":1},"meta":[]}', { a: 1 }, true],
    ["an input without meta", '{"json":[2]}', [2], true],
    ["an oRPC call without input", "{}", undefined, true],
    ["a plain input", '{"a":1}', { a: 1 }, false],
    ["a plain input that has a field json", '{"json":1,"a":2}', { json: 1, a: 2 }, false],
    ["a plain input that has a field meta", '{"meta":1}', { meta: 1 }, false],
    ["a list", "[1]", [1], false],
    ["an empty list", "[]", [], false],
    ["null", "null", null, false],
    ["a string", '"json"', "json", false],
    ["no bytes at all", "", undefined, true],
  ])("may be %s", async (_what, body, input, wrapped) => {
    expect(await send(body)).toEqual({ input, wrapped });
  });

  test.each([
    ["application/json", true],
    ["Application/JSON ; charset=utf-8", true],
    ["application/json;charset=utf-8", true],
    ["application/jsonp", false],
    ["text/application/json", false],
    ["text/plain", false],
  ])("of type %s is read: %s", async (type, accepted) => {
    const read = await send("{}", { "content-type": type });
    if (accepted) expect(read).toEqual({ input: undefined, wrapped: true });
    else expect(read).toMatchObject({ status: 415 });
  });

  test("without a type is rejected, but an empty one needs none", async () => {
    expect(await send("{}", {})).toMatchObject({ status: 415 });
    expect(await send("", {})).toEqual({ input: undefined, wrapped: true });
  });

  test("that is not JSON is rejected", async () => {
    const refusal = await send("{");
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ status: 400, message: "the body is not JSON" });
  });

  const largest = Buffer.from(`"${"x".repeat(MAX_BODY_BYTES - 2)}"`);
  const beyond = Buffer.concat([largest, Buffer.from(" ")]);
  const chunked = { "content-type": "application/json", "transfer-encoding": "chunked" };
  const known = { "content-type": "application/json", "content-length": `${beyond.length}` };

  test("may have as many bytes as the limit, with and without a length", async () => {
    expect(await send(largest)).toMatchObject({ wrapped: false });
    expect(await send(largest, chunked)).toMatchObject({ wrapped: false });
  });

  test("with one more byte is rejected", async () => {
    expect(await send(beyond, chunked)).toMatchObject({ status: 413 });
    expect(await send(beyond, known)).toMatchObject({ status: 413 });
  });

  test("that announces too many bytes is rejected before they arrive", async () => {
    const read = next();
    const client = connect(path);
    client.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${MAX_BODY_BYTES + 1}\r\n\r\n`);
    const { envelope, answer } = await read;
    expect(envelope).toMatchObject({ status: 413 });
    answer();
    client.destroy();
  });

  test("whose client leaves in the middle is rejected, and no bug is reported", async () => {
    const read = next();
    server.once("request", () => client.destroy());
    const client = connect(path);
    client.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
    const { envelope } = await read;
    expect(envelope).toBeInstanceOf(Refusal);
    expect(envelope).toMatchObject({ status: 400, message: "the connection ended before the body" });
  });
});

test("an answer without a result has no json", () => {
  expect(Object.keys(wrap(undefined))).toEqual([]);
  expect(wrap(null)).toEqual({ json: null });
});

test("input that a schema rejects is answered with every issue", () => {
  const schema = z.object({ name: z.string(), count: z.number().default(1) });
  expect(parseInput(schema, { name: "a" })).toEqual({ name: "a", count: 1 });
  const reject = () => parseInput(schema, { name: 1, count: "2" });
  expect(reject).toThrow("Input validation failed");
  try {
    reject();
  } catch (refusal) {
    const issues = [["name"], ["count"]].map((path) => ({
      path,
      code: "invalid_type",
      message: expect.any(String),
    }));
    expect(refusal).toMatchObject({ status: 400, data: { issues } });
  }
});
