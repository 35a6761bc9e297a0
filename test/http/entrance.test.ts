import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitFor } from "../fixtures/wait-for.ts";
import { type OpenDoor, openDoor, TOKEN } from "./door.ts";
import { type Answer, request } from "./request.ts";

let directory: string;
let door: OpenDoor;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "mh"));
  door = await openDoor(directory, 100_000);
});
afterAll(async () => {
  await door.close();
  rmSync(directory, { recursive: true });
});

type Headers = Record<string, string>;

describe("over the socket", () => {
  const ask = (headers: Headers) => request({ socketPath: door.socketPath, path: "/api/health", headers });

  test.each([
    [{ host: "localhost" }, 200],
    [{ host: "localhost:8080" }, 200],
    [{ host: "127.0.0.1" }, 200],
    [{ host: "localhost", "sec-fetch-site": "none" }, 200],
    [{ host: "evil.example" }, 403],
    [{ host: "evil.example:8080" }, 403],
    [{ host: "localhost", origin: "http://localhost" }, 403],
    [{ host: "localhost", origin: "null" }, 403],
    [{ host: "localhost", "sec-fetch-site": "cross-site" }, 403],
  ] as [Headers, number][])(
    "no token is needed, but a page gets nothing: %o is %i",
    async (headers, status) => {
      expect((await ask(headers)).status).toBe(status);
    },
  );
});

describe("what goes out", () => {
  const ask = (
    path: string,
    options: { method?: string; headers?: Headers; body?: string | Uint8Array } = {},
  ) =>
    request(
      {
        port: door.port,
        path,
        method: options.method ?? "GET",
        headers: { authorization: `Bearer ${TOKEN}`, ...options.headers },
      },
      options.body,
    );
  const json = { "content-type": "application/json" };
  const errorOf = ({ text }: Answer) => JSON.parse(text).json;

  test("every answer says that nothing of it is for a page", async () => {
    for (const answer of [await ask("/api/health"), await ask("/nowhere"), await ask("/api/health?key=1")]) {
      expect(answer.headers).toMatchObject({
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
      });
    }
  });

  test("a request without a token learns how to send it", async () => {
    const answer = await ask("/api/health", { headers: { authorization: "" } });
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe('Bearer realm="mullion"');
    expect(errorOf(answer)).toMatchObject({ defined: false, code: "UNAUTHORIZED", status: 401 });
  });

  test("a body of more than 1 MB is 413, with or without its length", async () => {
    const body = JSON.stringify({ json: { data: "x".repeat(1024 * 1024) } });
    const told = await ask("/rpc/terminal/list", { method: "POST", headers: json, body });
    expect(told.status).toBe(413);
    expect(errorOf(told).code).toBe("PAYLOAD_TOO_LARGE");
    const headers = { ...json, "transfer-encoding": "chunked" };
    expect((await ask("/rpc/terminal/list", { method: "POST", headers, body })).status).toBe(413);
  });

  test.each([
    ["no JSON", "{", 400],
    ["another type", '{"json":{"id":7}}', 400],
    ["no uuid", '{"json":{"id":"../../etc"}}', 400],
    ["an unknown id", '{"json":{"id":"7b1d8a54-0000-8000-8000-000000000000"}}', 404],
    ["a prototype", '{"json":{"__proto__":{"id":"x"}}}', 400],
    ["deep nesting", `{"json":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, 400],
  ])("%s is answered in oRPC's words", async (_what, body, status) => {
    const answer = await ask("/rpc/terminal/kill", { method: "POST", headers: json, body });
    expect(answer.status).toBe(status);
    expect(errorOf(answer)).toMatchObject({ code: status === 404 ? "NOT_FOUND" : "BAD_REQUEST", status });
  });

  test("the answer to a bad request lists every issue", async () => {
    const body = '{"json":{"id":"x","cols":0}}';
    const answer = await ask("/rpc/terminal/resize", { method: "POST", headers: json, body });
    const paths = errorOf(answer).data.issues.map(({ path }: { path: string[] }) => path.join("."));
    expect(paths).toEqual(["id", "cols", "rows"]);
  });

  test("a bug is reported as one, without its message", async () => {
    const answer = await ask("/rpc/list", { method: "POST", headers: json, body: "{}" });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toMatch(/secret|at .*\.ts|Error:/);
    expect(errorOf(answer).code).toBe("INTERNAL_SERVER_ERROR");
  });

  test.each([
    ["/rpc/constructor", "POST"],
    ["/rpc/terminal/constructor", "POST"],
    ["/rpc/terminal/__proto__", "POST"],
    ["/rpc/list", "GET"],
    ["/nowhere", "GET"],
    ["/api/panes/x/live", "GET"],
  ])("there is nothing at %s with %s", async (path, method) => {
    expect((await ask(path, { method })).status).toBe(404);
  });

  test("a body is not needed where there is no input", async () => {
    const answer = await ask("/rpc/terminal/list", { method: "POST" });
    expect([answer.status, answer.text]).toEqual([200, '{"json":[]}']);
  });

  test("a form is no request", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect((await ask("/rpc/terminal/list", { method: "POST", headers, body: "json=1" })).status).toBe(415);
  });

  test("a header that is too long is not read", async () => {
    expect((await ask("/api/health", { headers: { "x-long": "x".repeat(20_000) } })).status).toBe(431);
  });
});

test("limits concurrent streams until one of them ends", async () => {
  const open = () => {
    const left = new AbortController();
    const headers = { authorization: `Bearer ${TOKEN}`, accept: "text/event-stream" };
    const url = `http://127.0.0.1:${door.port}/rpc/terminal/list`;
    return { left, response: fetch(url, { method: "POST", headers, signal: left.signal }) };
  };
  const streams = Array.from({ length: 64 }, open);
  for (const { response } of streams) expect((await response).status).toBe(200);
  const tooMany = await open().response;
  expect(tooMany.status).toBe(429);
  expect(tooMany.headers.get("retry-after")).toBe("1");
  streams[0]!.left.abort();
  await waitFor(async () => (await open().response).status === 200, "a free place");
  for (const { left } of streams) left.abort();
});

test("who tries tokens is slowed down, who has the token is not", async () => {
  const other = await openDoor(mkdtempSync(join(directory, "o")));
  const ask = (token: string) =>
    request({ port: other.port, path: "/api/health", headers: { authorization: `Bearer ${token}` } });
  const statuses: number[] = [];
  for (let i = 0; i < 22; i++) statuses.push((await ask(`wrong${i}`)).status);
  expect(statuses).toEqual([...Array<number>(20).fill(401), 429, 429]);
  expect((await ask(TOKEN)).status).toBe(200);
  await other.close();
});
