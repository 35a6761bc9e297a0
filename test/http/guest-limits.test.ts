import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WebSocket } from "ws";
import { createServer } from "../../src/core/mux/create-server.ts";
import { terminalId } from "../../src/doors/http/terminals/terminals.ts";
import { PageLogins } from "../../src/doors/http/way-in/page-logins.ts";
import { digestOf, newSecret } from "../../src/doors/http/way-in/secrets.ts";
import { Shares } from "../../src/doors/http/way-in/shares.ts";
import type { NativeServer } from "../../src/panes/host.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { IdleWorld } from "../property/tree-ports.ts";
import { type LoggedIn, loggedIn, pageRequest, pageSocket, postLogin } from "./browser-client.ts";
import { emptyHost, memoryHttpRecords, type OpenDoor, openDoor } from "./door.ts";

/** A door with one pane, and what guests and the owner have open there. */
const directory = mkdtempSync(join(tmpdir(), "guests-"));
const mux = createServer({ socketPath: "/tmp/s", ports: new IdleWorld().ports });
const pane = mux.createSession({ name: "s", cwd: "/" }).current.window.active;
const server = { key: "5e", mux, outputOf: () => undefined } as unknown as NativeServer;
const records = memoryHttpRecords();
const logins = new PageLogins(records);
const shares = new Shares(records, logins, () => [server]);
const open = new Set<WebSocket>();
let door: OpenDoor;
let never: (() => void)[] = [];

beforeAll(async () => {
  const host = {
    ...emptyHost,
    servers: () => [server],
    async *recording() {
      yield "begun\n";
      await new Promise<void>((resolve) => never.push(resolve));
    },
  };
  door = await openDoor(directory, undefined, host, { logins, shares });
});
afterAll(async () => {
  for (const end of never) end();
  never = [];
  await door.close();
  rmSync(directory, { recursive: true });
});

const live = `/api/panes/${terminalId(server, pane)}/live`;

async function guest(): Promise<LoggedIn> {
  const secret = newSecret();
  shares.add({ digest: digestOf(secret), server: "5e", pane: pane.id, write: false, forMs: 60_000 });
  return loggedIn(door.port, await postLogin(door.port, { share: secret }));
}

async function owner(): Promise<LoggedIn> {
  const code = newSecret();
  logins.expect(digestOf(code));
  return loggedIn(door.port, await postLogin(door.port, { code }));
}

/** Resolves when the socket has received a message, to nothing; or when it is closed, to the reason. */
function answered(page: LoggedIn, path: string): Promise<string | undefined> {
  const socket = pageSocket(page, path);
  return new Promise((resolve, reject) => {
    socket.once("message", () => {
      open.add(socket);
      resolve(undefined);
    });
    socket.once("close", (code, reason) => resolve(`${code} ${reason}`));
    socket.once("error", reject);
  });
}

async function fill(page: LoggedIn, path: string): Promise<{ opened: number; reason: string }> {
  for (let opened = 0; ; opened++) {
    const reason = await answered(page, path);
    if (reason !== undefined) return { opened, reason };
  }
}

async function closeAll(): Promise<void> {
  const closed = [...open].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
  for (const socket of open) socket.terminate();
  open.clear();
  await Promise.all(closed);
}

test.each([
  ["/api/page", 24, 48, "pages"],
  [live, 32, 64, "live panes"],
])("%s: one link, all links and the owner have places of their own", async (path, ofLink, ofAll, what) => {
  const first = await guest();
  const again = "try again in a moment";
  expect(await fill(first, path)).toEqual({
    opened: ofLink,
    reason: `1013 too many ${what} of this share link at once (${ofLink}): ${again}`,
  });
  expect(await fill(await guest(), path)).toMatchObject({ opened: ofAll - ofLink });
  expect(await fill(await guest(), path)).toEqual({
    opened: 0,
    reason: `1013 too many ${what} of share links at once (${ofAll}): ${again}`,
  });
  expect(await answered(await owner(), path)).toBeUndefined();
  await closeAll();
  await waitFor(async () => (await answered(first, path)) === undefined, "a free place");
  await closeAll();
});

test("guests who read recordings slowly leave the owner room for theirs", async () => {
  const path = live.replace("/live", "/recording");
  const page = await guest();
  const begin = (who: LoggedIn) =>
    new Promise<number>((resolve, reject) => {
      void pageRequest(who, path).then(({ status }) => resolve(status), reject);
      const before = never.length;
      void waitFor(() => never.length > before, "the recording").then(
        () => resolve(200),
        () => {},
      );
    });
  expect(await begin(page)).toBe(200);
  expect(await begin(page)).toBe(200);
  const refused = await pageRequest(page, path);
  expect(refused.status).toBe(429);
  expect(refused.text).toContain("too many recordings of this share link at once (2): try again in a moment");
  expect(await begin(await guest())).toBe(200);
  expect(await begin(await owner())).toBe(200);
});

test("there are never more than 200 links, and a sentence says so", async () => {
  shares.revokeAll();
  for (let number = 0; number < 200; number++)
    shares.add({
      digest: digestOf(String(number)),
      server: "5e",
      pane: pane.id,
      write: false,
      forMs: 60_000,
    });
  await expect(guest()).rejects.toThrow("200 share links work already: revoke some first");
  shares.revokeAll();
});
