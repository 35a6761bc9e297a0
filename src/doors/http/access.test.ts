import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { noVisitors } from "../../../test/http/door.ts";
import { HttpAccessFile } from "./access.ts";
import type { HttpDoor, ListenOptions } from "./http-door.ts";

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
  return { ports, access: accessBy(listen) };
}

const paths = () => ({ http: join(directory, "http.json"), tunnel: join(directory, "http.sock") });

function accessBy(listen: HttpDoor["listen"]): HttpAccessFile {
  const openTunnel = async () => ({ take() {}, close() {} });
  const listenOn = async () => ({ close: async () => {}, renew: async () => false });
  return new HttpAccessFile({ ...paths(), listenOn }, { listen, openTunnel }, noVisitors());
}

test("the search for a free port ends after 20 that are taken", async () => {
  const { ports, access } = refused("EADDRINUSE");
  await expect(access.open()).rejects.toThrow(/^port \d+ is taken by another program/);
  expect(ports.length).toBe(20);
  expect(new Set(ports).size).toBeGreaterThan(1);
  expect(ports.filter((port) => port < 20_000 || port >= 32_768)).toEqual([]);
  expect([access.isOpen, existsSync(paths().http)]).toEqual([false, false]);
});

test("an address whose port is taken is opened once it is free, and not after it was closed", async () => {
  const taken = new Set(["127.0.0.2"]);
  const listened: string[] = [];
  const listen = async ({ port, wide }: ListenOptions) => {
    const { address } = wide ?? { address: "127.0.0.1" };
    if (taken.has(address)) throw Object.assign(new Error("listen EADDRINUSE"), { code: "EADDRINUSE" });
    listened.push(address);
    return { port, close: async () => {} };
  };
  const access = accessBy(listen);
  const wide = { address: "127.0.0.2", port: 30_000, names: ["127.0.0.2"] };
  writeFileSync(paths().http, JSON.stringify({ port: 30_000, token: "0".repeat(64), wide }));
  expect(await access.restore()).toBe("127.0.0.2:30000 cannot be served: listen EADDRINUSE");
  expect(await access.retry()).toBe(false);
  taken.clear();
  expect(await access.retry()).toBe(true);
  expect(listened).toEqual(["127.0.0.1", "127.0.0.2"]);
  expect(await access.retry()).toBe(false);
  taken.add("127.0.0.1");
  const next = accessBy(listen);
  expect(await next.restore()).toMatch(/^port 30000 is taken by another program/);
  await next.forget();
  taken.clear();
  expect([await next.retry(), next.isOpen]).toEqual([false, false]);
});

test("another error ends the search at once", async () => {
  const { ports, access } = refused("EACCES");
  await expect(access.open()).rejects.toThrow("listen EACCES");
  expect(ports.length).toBe(1);
});
