import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PageLogins } from "../../src/doors/http/way-in/page-logins.ts";
import { digestOf } from "../../src/doors/http/way-in/secrets.ts";
import { Shares } from "../../src/doors/http/way-in/shares.ts";
import { emptyHost, memoryHttpRecords, type OpenDoor, openDoor, TOKEN } from "./door.ts";
import { type Answer, request } from "./request.ts";

/**
 * Every cell of Host × Origin × Sec-Fetch × credential × method, over HTTP and at the upgrade to a WebSocket, and every route
 * for every credential. `expected` is the whole rule in a few lines; it shares nothing with the daemon.
 */

let directory: string;
let door: OpenDoor;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

const DAY_MS = 24 * 60 * 60_000;
const secret = (digit: string) => digit.repeat(64);

/** Pages whose cookie and key are made of one digit each. */
function visitors() {
  const records = memoryHttpRecords();
  const page = (id: string, cookie: string, key: string, more: { share?: string; used?: number } = {}) =>
    records.write("page", id, {
      cookie: digestOf(secret(cookie)),
      key: digestOf(secret(key)),
      used: Date.now(),
      ...more,
    });
  const share = (id: string, write: boolean, expires: number) =>
    records.write("share", id, {
      secret: digestOf(secret("9")),
      server: "5e",
      pane: "%0",
      title: "pane %0",
      write,
      created: 0,
      expires,
    });
  share("a1", false, Date.now() + DAY_MS);
  share("a2", true, Date.now() + DAY_MS);
  share("a3", true, Date.now() - 1);
  page("01", "1", "2");
  page("02", "3", "4", { used: Date.now() - 31 * DAY_MS });
  page("03", "5", "6", { share: "a1" });
  page("04", "7", "8", { share: "a2" });
  page("05", "a", "b", { share: "a3" });
  const logins = new PageLogins(records);
  return { logins, shares: new Shares(records, logins, () => []) };
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "mh"));
  door = await openDoor(directory, 1_000_000, emptyHost, visitors());
});
afterAll(async () => {
  agent.destroy();
  await door.close();
  rmSync(directory, { recursive: true });
});

type Who = "nobody" | "owner" | "reader" | "writer";
interface Credential {
  readonly who: Who;
  readonly bearer?: string;
  readonly cookie?: string;
  readonly key?: string;
  readonly query?: string;
}

const CREDENTIALS: Readonly<Record<string, Credential>> = {
  none: { who: "nobody" },
  "bearer, right": { who: "owner", bearer: TOKEN },
  "bearer, wrong": { who: "nobody", bearer: secret("0") },
  "token in the address": { who: "nobody", query: `?token=${TOKEN}` },
  "cookie and key": { who: "owner", cookie: `mullion-PORT=${secret("1")}`, key: secret("2") },
  "cookie without key": { who: "nobody", cookie: `mullion-PORT=${secret("1")}` },
  "key without cookie": { who: "nobody", key: secret("2") },
  "key of another login": { who: "nobody", cookie: `mullion-PORT=${secret("1")}`, key: secret("8") },
  "cookie of another port": { who: "nobody", cookie: `mullion-1=${secret("1")}`, key: secret("2") },
  "a foreign cookie before ours": {
    who: "owner",
    cookie: `mullion-PORT=${secret("e")}; mullion-PORT=${secret("1")}`,
    key: secret("2"),
  },
  "expired login": { who: "nobody", cookie: `mullion-PORT=${secret("3")}`, key: secret("4") },
  "share, read": { who: "reader", cookie: `mullion-share-PORT-a1=${secret("5")}`, key: secret("6") },
  "share, write": { who: "writer", cookie: `mullion-share-PORT-a2=${secret("7")}`, key: secret("8") },
  "share, expired": { who: "nobody", cookie: `mullion-share-PORT-a3=${secret("a")}`, key: secret("b") },
};
const HOSTS = [
  "127.0.0.1:PORT",
  "localhost:PORT",
  "[::1]:PORT",
  "127.0.0.1:OTHER",
  "evil.example:PORT",
  "LOCALHOST:PORT",
];
const ORIGINS = [
  "absent",
  "http://HOST",
  "https://HOST",
  "http://evil.example",
  "http://127.0.0.1:OTHER",
  "null",
];
const FETCHES = [
  ["absent", ""],
  ["none", "navigate document"],
  ["same-origin", "cors empty"],
  ["same-site", "cors empty"],
  ["cross-site", "navigate document"],
  ["cross-site", "navigate iframe"],
  ["cross-site", "no-cors script"],
] as const;
const METHODS = ["GET", "HEAD", "POST", "OPTIONS"];
/** What admitted callers of each kind get from a route: of the owner, of a link that may look, of one that may type. */
const ROUTES: Readonly<Record<string, { method: string; owner: number; reader: number; writer: number }>> = {
  "/api/terminals": { method: "GET", owner: 200, reader: 200, writer: 200 },
  "/api/health": { method: "GET", owner: 200, reader: 200, writer: 200 },
  "/api/shares": { method: "GET", owner: 200, reader: 403, writer: 403 },
  "/metrics": { method: "GET", owner: 200, reader: 403, writer: 403 },
  "/api/openapi.json": { method: "GET", owner: 200, reader: 403, writer: 403 },
  "/rpc/terminal/list": { method: "POST", owner: 200, reader: 200, writer: 200 },
  "/rpc/terminal/sendInput": { method: "POST", owner: 400, reader: 403, writer: 400 },
  "/rpc/terminal/kill": { method: "POST", owner: 400, reader: 403, writer: 403 },
  "/host/build/rpc/mullion.command": { method: "POST", owner: 404, reader: 403, writer: 403 },
  "/host/build/api/panes/7b1d8a54-0000-8000-8000-000000000000/recording": {
    ...{ method: "GET", owner: 404, reader: 403, writer: 403 },
  },
  "/rpc/list": { method: "POST", owner: 500, reader: 403, writer: 403 },
};

interface Cell {
  readonly host: string;
  readonly origin: string;
  readonly fetch: (typeof FETCHES)[number];
  readonly credential: string;
  readonly method: string;
  readonly path: string;
}

/** The rule. `admitted` is what the route answers to each kind of caller. */
function expected(cell: Cell, admitted: Readonly<Record<Exclude<Who, "nobody">, number>>): number {
  const { who, query } = CREDENTIALS[cell.credential]!;
  const [site, mode] = cell.fetch;
  if (query !== undefined) return 400;
  if (!["127.0.0.1:PORT", "localhost:PORT", "[::1]:PORT"].includes(cell.host)) return 403;
  if (!["absent", "http://HOST"].includes(cell.origin)) return 403;
  const isLink = cell.method === "GET" && cell.path === "/" && mode === "navigate document";
  if (["same-site", "cross-site"].includes(site) && !isLink) return 403;
  const isFile = cell.path === "/" && ["GET", "HEAD"].includes(cell.method);
  if (isFile) return 200;
  return who === "nobody" ? 401 : admitted[who];
}

function headersOf({ host, origin, fetch, credential }: Cell): Record<string, string> {
  const place = (text: string) =>
    text.replaceAll("PORT", String(door.port)).replace("OTHER", String(door.port - 1));
  const [site, mode] = fetch;
  const [fetchMode = "", dest = ""] = mode.split(" ");
  const { bearer, cookie } = CREDENTIALS[credential]!;
  return {
    host: place(host),
    ...(origin !== "absent" && { origin: place(origin).replace("HOST", place(host)) }),
    ...(site !== "absent" && { "sec-fetch-site": site, "sec-fetch-mode": fetchMode, "sec-fetch-dest": dest }),
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(cookie !== undefined && { cookie: place(cookie) }),
  };
}

function ask(cell: Cell): Promise<Answer> {
  const { key, query = "" } = CREDENTIALS[cell.credential]!;
  const headers = { ...headersOf(cell), ...(key !== undefined && { "mullion-page": key }) };
  return request({ agent, port: door.port, path: cell.path + query, method: cell.method, headers });
}

function upgrade(cell: Cell): Promise<Answer> {
  const { key, query = "" } = CREDENTIALS[cell.credential]!;
  const headers = {
    ...headersOf(cell),
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": Buffer.alloc(16).toString("base64"),
    ...(key !== undefined && { "sec-websocket-protocol": `mullion.page, mullion.key.${key}` }),
  };
  return request({ port: door.port, path: cell.path + query, headers });
}

/** What is not as the rule says, a few at a time: all at once would be too many at once. */
async function wrongCells(
  cells: readonly Cell[],
  { send, rule }: { send(cell: Cell): Promise<Answer>; rule(cell: Cell): number },
): Promise<string[]> {
  const wrong: string[] = [];
  for (let at = 0; at < cells.length; at += 32) {
    const some = cells.slice(at, at + 32);
    const answers = await Promise.all(some.map(send));
    for (const [index, cell] of some.entries()) {
      const { status, headers } = answers[index]!;
      if (status !== rule(cell)) wrong.push(`${JSON.stringify(cell)}: ${status}, not ${rule(cell)}`);
      if (Object.keys(headers).some((name) => name.startsWith("access-control-")))
        wrong.push(`${JSON.stringify(cell)}: CORS`);
    }
  }
  return wrong;
}

function cross(methods: readonly string[], path: string): Cell[] {
  return HOSTS.flatMap((host) =>
    ORIGINS.flatMap((origin) =>
      FETCHES.flatMap((fetch) =>
        Object.keys(CREDENTIALS).flatMap((credential) =>
          methods.map((method) => ({ host, origin, fetch, credential, method, path })),
        ),
      ),
    ),
  );
}

test("every cell over HTTP, of what a credential opens", async () => {
  const cells = cross(METHODS, "/api/terminals");
  expect(cells.length).toBe(6 * 6 * 7 * 14 * 4);
  const rule = (cell: Cell) => {
    const isRead = cell.method === "GET" || cell.method === "HEAD";
    const shared = isRead ? 200 : 403;
    return expected(cell, { owner: isRead ? 200 : 404, reader: shared, writer: shared });
  };
  expect(await wrongCells(cells, { send: ask, rule })).toEqual([]);
}, 120_000);

test("every cell over HTTP, of the page's document", async () => {
  const rule = (cell: Cell) => expected(cell, { owner: 404, reader: 403, writer: 403 });
  expect(await wrongCells(cross(METHODS, "/"), { send: ask, rule })).toEqual([]);
}, 120_000);

// Past the entrance, what is missing is the terminal.
test("every cell at the upgrade to a WebSocket", async () => {
  const cells = cross(["GET"], "/api/panes/7b1d8a54-0000-8000-8000-000000000000/live");
  const rule = (cell: Cell) => expected(cell, { owner: 404, reader: 404, writer: 404 });
  expect(await wrongCells(cells, { send: upgrade, rule })).toEqual([]);
}, 120_000);

// Of other machines a share link learns nothing, not even which there are.
test("every cell at the upgrade to a WebSocket of a host", async () => {
  const cells = cross(["GET"], "/host/build/api/page");
  const rule = (cell: Cell) => expected(cell, { owner: 404, reader: 403, writer: 403 });
  expect(await wrongCells(cells, { send: upgrade, rule })).toEqual([]);
}, 120_000);

test("every route for every credential, from the page itself and from another site", async () => {
  const cells = Object.entries(ROUTES).flatMap(([path, { method }]) =>
    Object.keys(CREDENTIALS).flatMap((credential) =>
      [FETCHES[2], FETCHES[6]].map((fetch) => ({
        host: "127.0.0.1:PORT",
        origin: "http://HOST",
        fetch,
        credential,
        method,
        path,
      })),
    ),
  );
  expect(await wrongCells(cells, { send: ask, rule: (cell) => expected(cell, ROUTES[cell.path]!) })).toEqual(
    [],
  );
});
