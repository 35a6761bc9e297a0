import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isListening } from "./is-listening.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync("/tmp/ml-");
});
afterEach(() => rmSync(directory, { recursive: true }));

test("a process listens, and its connection ends at once", async () => {
  const path = join(directory, "s");
  const server = createServer();
  const ended = new Promise<void>((resolve) =>
    server.on("connection", (socket) => socket.resume().on("close", resolve)),
  );
  await new Promise<void>((resolve) => server.listen(path, resolve));
  expect(await isListening(path)).toBe(true);
  await ended;
  server.close();
});

test("nothing listens on a path that is missing or no socket", async () => {
  const file = join(directory, "file");
  writeFileSync(file, "");
  expect(await isListening(join(directory, "missing"))).toBe(false);
  expect(await isListening(file)).toBe(false);
});

test("a process listens although its queue of connections is full", async () => {
  const path = join(directory, "stopped");
  const listen = `require("net").createServer().listen({ path: ${JSON.stringify(path)}, backlog: 1 }, () => console.log("ready"))`;
  const child = spawn(process.execPath, ["-e", listen]);
  await once(child.stdout, "data");
  child.kill("SIGSTOP");
  const queued = Array.from({ length: 8 }, () => connect(path).on("error", () => {}));
  await Promise.all(
    queued.map((socket) => new Promise((resolve) => socket.on("connect", resolve).on("error", resolve))),
  );
  expect(await isListening(path)).toBe(true);
  for (const socket of queued) socket.destroy();
  child.kill("SIGKILL");
});
