import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { WebSocket } from "ws";
import { PageLogins } from "../../src/doors/http/way-in/page-logins.ts";
import { Shares } from "../../src/doors/http/way-in/shares.ts";
import { type LoggedIn, pageRequest, pageSocket } from "./browser-client.ts";
import { emptyHost, memoryHttpRecords, type OpenDoor, openDoor } from "./door.ts";

const HOUR_MS = 3_600_000;
const [COOKIE, KEY] = ["c".repeat(64), "d".repeat(64)];
const digest = (secret: string) => createHash("sha256").update(secret).digest("hex");

let directory: string;
let door: OpenDoor;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "renewal-"));
});
afterEach(async () => {
  await door.close();
  rmSync(directory, { recursive: true });
});

/** The door of a daemon whose one browser was used so long ago. */
async function usedBefore(ms: number): Promise<LoggedIn> {
  const records = memoryHttpRecords();
  records.write("page", "one", { cookie: digest(COOKIE), key: digest(KEY), used: Date.now() - ms });
  const logins = new PageLogins(records);
  door = await openDoor(directory, undefined, emptyHost, {
    logins,
    shares: new Shares(records, logins, () => []),
  });
  return { port: door.port, cookie: `mullion-${door.port}=${COOKIE}`, key: KEY };
}

/** What the daemon answers to an upgrade, whether it opens the socket or not. */
async function answerOf(socket: WebSocket): Promise<IncomingMessage> {
  socket.on("error", () => {});
  const answer = await Promise.race([
    once(socket, "upgrade").then(([opened]) => opened as IncomingMessage),
    once(socket, "unexpected-response").then(([, refused]) => refused as IncomingMessage),
  ]);
  socket.terminate();
  return answer;
}

const renewed = (port: number) => [
  `mullion-${port}=${COOKIE}; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000`,
];

describe("the first use after a pause gives the browser's cookie a later end", () => {
  test("by a request", async () => {
    const page = await usedBefore(2 * HOUR_MS);
    const first = await pageRequest(page, "/api/health");
    expect(first.headers["set-cookie"]).toEqual(renewed(page.port));
    const second = await pageRequest(page, "/api/health");
    expect(second.headers["set-cookie"]).toBeUndefined();
  });

  test("by a WebSocket", async () => {
    const page = await usedBefore(2 * HOUR_MS);
    const { statusCode, headers } = await answerOf(pageSocket(page, "/api/page"));
    expect([statusCode, headers["set-cookie"]]).toEqual([101, renewed(page.port)]);
    const second = await answerOf(pageSocket(page, "/api/page"));
    expect([second.statusCode, second.headers["set-cookie"]]).toEqual([101, undefined]);
  });

  test("by a WebSocket to a pane that is gone", async () => {
    const page = await usedBefore(2 * HOUR_MS);
    const path = "/api/panes/7b1d8a54-0000-4000-8000-000000000000/live";
    const { statusCode, headers } = await answerOf(pageSocket(page, path));
    expect([statusCode, headers["set-cookie"]]).toEqual([404, renewed(page.port)]);
  });

  test("and a use soon after another one sends nothing", async () => {
    const page = await usedBefore(HOUR_MS / 2);
    const { statusCode, headers } = await answerOf(pageSocket(page, "/api/page"));
    expect([statusCode, headers["set-cookie"]]).toEqual([101, undefined]);
  });
});
