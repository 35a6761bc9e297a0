import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listenOn, type SocketListener, SocketTaken, socketMode } from "./listener.ts";

let directory: string;
let path: string;
const open: SocketListener[] = [];
beforeEach(() => {
  directory = mkdtempSync("/tmp/ml-");
  path = join(directory, "s");
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()));
  rmSync(directory, { recursive: true });
});

const modeOf = () => lstatSync(path).mode & 0o777;
const listen = async (mode?: number) => {
  const listener = await listenOn(path, (socket) => socket.destroy(), { mode });
  open.push(listener);
  return listener;
};

/** A socket file on which no process listens, open to all. */
function leaveStale(): void {
  const program = `require("net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
  spawnSync(process.execPath, ["-e", program]);
  chmodSync(path, 0o666);
}

test("only the owner can connect to a new socket", async () => {
  await listen();
  expect(modeOf()).toBe(0o600);
});

test("a socket that replaces a stale one has mode 0600 too", async () => {
  leaveStale();
  expect(socketMode(path)).toBe(0o666);
  await listen();
  expect(modeOf()).toBe(0o600);
});

test("a socket has the requested mode, also when its file is created again", async () => {
  const listener = await listen(0o660);
  expect(modeOf()).toBe(0o660);
  rmSync(path);
  expect(await listener.renew()).toBe(true);
  expect(modeOf()).toBe(0o660);
});

test("leaves a socket alone that another process listens on", async () => {
  await listen();
  const before = lstatSync(path).ino;
  await expect(listen()).rejects.toThrow(SocketTaken);
  expect(lstatSync(path).ino).toBe(before);
  await new Promise((resolve) => connect(path).on("close", resolve).resume());
});

test("a listener that closes accepts every connection that was made before", async () => {
  let accepted = 0;
  const listener = await listenOn(path, (socket) => {
    accepted += 1;
    socket.destroy();
  });
  const errors: Error[] = [];
  const closed = Array.from({ length: 50 }, () => {
    const socket = connect(path).on("error", (error) => errors.push(error));
    return new Promise((resolve) => socket.on("close", resolve));
  });
  await listener.close();
  await Promise.all(closed);
  expect({ accepted, errors }).toEqual({ accepted: 50, errors: [] });
});
