import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Peers } from "./peers.ts";

const addon = fileURLToPath(new URL("../../../native/build/peer-uid.node", import.meta.url));
const own = process.getuid!();

let directory: string;
let server: Server;
let path: string;
let accepted: Socket;
let client: Socket;
beforeEach(async () => {
  directory = mkdtempSync("/tmp/mp-");
  mkdirSync(join(directory, "d"), { mode: 0o755 });
  path = join(directory, "d/s");
  server = createServer();
  const connection = new Promise<Socket>((resolve) => server.on("connection", resolve));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  client = connect(path);
  accepted = await connection;
});
afterEach(() => {
  client.destroy();
  accepted.destroy();
  server.close();
  rmSync(directory, { recursive: true });
});

const identify = (options: Partial<ConstructorParameters<typeof Peers>[0]>, isServer = true) =>
  new Peers({ addon, uid: own, admits: () => false, ...options }).identify(accepted, path, {
    server: isServer,
  });

describe("with the addon", () => {
  test("the daemon's own user reaches everything", () => {
    expect(identify({})).toEqual({ uid: own, confinedTo: undefined });
  });

  // Root reaches everything: a daemon with a different uid simulates another user.
  const another = test.runIf(own !== 0);
  another("another user reaches the server that admits them, and nothing else", () => {
    expect(identify({ uid: own + 1, admits: () => true })).toEqual({ uid: own, confinedTo: path });
    expect(identify({ uid: own + 1, admits: () => true }, false)).toBeUndefined();
    expect(identify({ uid: own + 1 })).toBeUndefined();
  });

  test("a connection that is gone has no user", () => {
    accepted.destroy();
    expect(identify({ admits: () => true })).toBeUndefined();
  });
});

describe("without the addon", () => {
  const without = { addon: "/nonexistent/peer-uid.node" };

  test("says why", () => {
    expect(new Peers({ ...without, uid: own, admits: () => true }).trouble).toMatch(/nonexistent/);
  });

  test.each([
    [0o600, 0o755, true],
    [0o666, 0o700, true],
    [0o666, 0o755, false],
    [0o660, 0o750, false],
    [0o620, 0o711, false],
  ])("serves a socket of mode %o in a directory of mode %o: %s", (mode, directoryMode, served) => {
    chmodSync(path, mode);
    chmodSync(join(directory, "d"), directoryMode);
    const peer = identify({ ...without, admits: () => true });
    expect(peer).toEqual(served ? { uid: own, confinedTo: undefined } : undefined);
  });

  test("refuses a socket that is gone", () => {
    chmodSync(path, 0o666);
    server.close();
    expect(identify(without)).toBeUndefined();
  });
});
