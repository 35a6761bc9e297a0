import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { mountSmallDisk } from "../../../../test/fixtures/small-disk.ts";
import { storePicture } from "./store-picture.ts";

const directory = mkdtempSync(join(tmpdir(), "small-"));
const server = createServer((request, response) => {
  storePicture(directory, request).then(
    () => response.end("stored"),
    () => response.end("failed"),
  );
});
afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true, force: true });
});

test("a picture that only partly fits on the disk is not stored", async ({ skip }) => {
  mountSmallDisk(directory, skip);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    method: "POST",
    headers: { "content-type": "image/png" },
    body: new Uint8Array(20_000),
  });
  expect([await answer.text(), readdirSync(directory)]).toEqual(["failed", []]);
});
