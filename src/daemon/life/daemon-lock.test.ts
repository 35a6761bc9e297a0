import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DaemonPaths, preparePaths } from "../paths.ts";
import { daemonOf, lockDaemon } from "./daemon-lock.ts";

let base: string;
let server: Server;
beforeEach(() => {
  base = mkdtempSync("/tmp/mdl-");
  server = createServer();
});
afterEach(() => {
  server.close();
  rmSync(base, { recursive: true, force: true });
});

/** The paths of an instance with its own runtime directory and shared records. */
function instance(name: string): DaemonPaths {
  const own = preparePaths({ MULLION_DIR: join(base, name) });
  const stateDir = join(base, "state");
  mkdirSync(stateDir, { recursive: true });
  return { ...own, stateDir, stateLock: join(stateDir, "daemon.lock") };
}

test("two daemons never share records, whatever their runtime directories are", async () => {
  const first = instance("a");
  const lock = (await lockDaemon(first, undefined))!;
  const second = instance("b");
  await expect(lockDaemon(second, undefined)).rejects.toThrow(
    `the records in ${first.stateDir} belong to the daemon that runs in ${first.runtimeDir} (process ${process.pid})`,
  );
  expect(daemonOf(second)).toBeUndefined();
  lock.release();
  const next = await lockDaemon(second, undefined);
  expect(daemonOf(second)).toBe(process.pid);
  next!.release();
});

test("a daemon whose runtime directory was removed is asked for its socket, and no second one starts", async () => {
  const paths = instance("a");
  const lock = (await lockDaemon(paths, undefined))!;
  rmSync(paths.runtimeDir, { recursive: true });
  mkdirSync(paths.runtimeDir);
  const asked = new Promise<void>((resolve) => process.once("SIGUSR1", () => resolve()));
  void asked.then(() => server.listen(paths.socket));
  expect(await lockDaemon(paths, undefined)).toBeUndefined();
  expect(daemonOf(paths)).toBe(process.pid);
  expect(lock.renew()).toBe(true);
  expect(daemonOf({ ...paths, stateLock: "/nosuch" })).toBe(process.pid);
  lock.release();
  expect(daemonOf(paths)).toBeUndefined();
});
