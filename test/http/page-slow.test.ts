import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer } from "../../src/core/mux/create-server.ts";
import type { NativeServer } from "../../src/panes/host.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { IdleWorld } from "../property/tree-ports.ts";
import { emptyHost, type OpenDoor, openDoor, TOKEN } from "./door.ts";
import { PageReader } from "./page-reader.ts";

const directory = mkdtempSync(join(tmpdir(), "page-"));
const mux = createServer({ socketPath: "/tmp/s", ports: new IdleWorld().ports });
const pane = mux.createSession({ name: "s", cwd: "/" }).current.window.active;
const server = { key: "k", mux, outputOf: () => undefined } as unknown as NativeServer;
/** More than a page is sent ahead. */
const LARGE = "x".repeat(64 * 1024);

let door: OpenDoor;
beforeAll(async () => {
  door = await openDoor(directory, 0, { ...emptyHost, servers: () => [server] });
});
afterAll(async () => {
  await door.close();
  rmSync(directory, { recursive: true });
});

const open = async () => {
  const page = new PageReader({ url: `http://127.0.0.1:${door.port}`, port: door.port, token: TOKEN });
  await page.first("house");
  return page;
};
const of = (page: PageReader, type: string) => page.messages.filter((message) => message.type === type);
const noteOf = (page: PageReader) => [...page.panes.values()][0]?.metadata.note?.toString().slice(0, 8);

test("a page that does not read misses changes, stalls no other page, and then gets the newest of each", async () => {
  const [stalled, reader] = [await open(), await open()];
  const id = [...reader.panes.keys()][0]!;
  for (const page of [stalled, reader]) {
    page.send({ type: "watch", ids: [id] });
    await waitFor(() => page.screens.has(id), "the first picture");
  }
  stalled.socket.pause();
  const changes = 40;
  for (let i = 0; i < changes; i++) {
    const note = String(i).padStart(8, "0");
    mux.setPaneMetadata(pane, [["note", note + LARGE]]);
    await waitFor(() => noteOf(reader) === note, `change ${i} at the page that reads`);
  }
  pane.screen.write(Buffer.from("the newest line"));
  mux.paneOutput(pane);
  await waitFor(
    () => reader.screens.get(id)?.[0] === "the newest line",
    "the picture at the page that reads",
  );
  expect(of(reader, "house")).toHaveLength(1);
  stalled.socket.resume();
  await waitFor(() => noteOf(stalled) === "00000039", "the newest state");
  await waitFor(() => stalled.screens.get(id)?.[0] === "the newest line", "the newest picture");
  expect(of(stalled, "house")).toHaveLength(1);
  expect(of(stalled, "change").length).toBeLessThan(5);
  await Promise.all([stalled.close(), reader.close()]);
});
