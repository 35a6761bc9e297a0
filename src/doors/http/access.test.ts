import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { noVisitors } from "../../../test/http/door.ts";
import { HttpAccessFile } from "./access.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync("/tmp/mac-");
});
afterEach(() => rmSync(directory, { recursive: true }));

/** An access whose door can listen on no port before the hundredth, and the ports that it tries. */
function refused(code: string) {
  const ports: number[] = [];
  const listen = async ({ port }: { readonly port: number }) => {
    if (ports.push(port) >= 100) return { port, close: async () => {} };
    throw Object.assign(new Error(`listen ${code}`), { code });
  };
  const paths = { http: join(directory, "http.json"), tunnel: join(directory, "http.sock") };
  const openTunnel = async () => ({ take() {}, close() {} });
  const listenOn = async () => ({ close: async () => {}, renew: async () => false });
  const access = new HttpAccessFile({ ...paths, listenOn }, { listen, openTunnel }, noVisitors());
  return { ports, paths, access };
}

test("the search for a free port ends after 20 that are taken", async () => {
  const { ports, paths, access } = refused("EADDRINUSE");
  await expect(access.open()).rejects.toThrow(/^port \d+ is taken by another program/);
  expect(ports.length).toBe(20);
  expect(new Set(ports).size).toBeGreaterThan(1);
  expect(ports.filter((port) => port < 20_000 || port >= 32_768)).toEqual([]);
  expect([access.isOpen, existsSync(paths.http)]).toEqual([false, false]);
});

test("another error ends the search at once", async () => {
  const { ports, access } = refused("EACCES");
  await expect(access.open()).rejects.toThrow("listen EACCES");
  expect(ports.length).toBe(1);
});
