import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type ClientRequest, createServer, request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mountSmallDisk } from "../../../../test/fixtures/small-disk.ts";
import { waitFor } from "../../../../test/fixtures/wait-for.ts";
import type { Refusal } from "../refusal.ts";
import { storePicture } from "./store-picture.ts";

const base = mkdtempSync(join(tmpdir(), "small-"));
let directory: string;
let outcomes: string[];
const server = createServer((request, response) => {
  storePicture(directory, request)
    .then(
      () => "stored",
      ({ status, message }: Refusal) => `${status}: ${message}`,
    )
    .then((outcome) => {
      outcomes.push(outcome);
      response.end(outcome);
    });
});
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
});
beforeEach(() => {
  directory = mkdtempSync(join(base, "files-"));
  outcomes = [];
});
afterAll(() => {
  server.close();
  rmSync(base, { recursive: true, force: true });
});

/** Sends a picture's first bytes; the caller ends it. */
function upload(bytes: number): ClientRequest {
  const { port } = server.address() as AddressInfo;
  const headers = { "content-type": "image/png" };
  const sent = httpRequest({ port, host: "127.0.0.1", method: "POST", headers, agent: false });
  sent.on("error", () => {});
  sent.write(Buffer.alloc(bytes));
  return sent;
}

async function answerTo(sent: ClientRequest): Promise<string> {
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return String(Buffer.concat(await answer.toArray()));
}

test.for([
  ["is complete", true],
  ["is still being sent", false],
] as const)(
  "a picture that does not fit on the disk is rejected with the reason, if it %s",
  async ([, isComplete], { skip }) => {
    mountSmallDisk(directory, skip);
    const sent = upload(20_000);
    if (isComplete) sent.end();
    expect(await answerTo(sent)).toBe("507: the disk does not accept the picture: no space left on device");
    expect(readdirSync(directory)).toEqual([]);
    sent.destroy();
  },
);

test("a picture whose directory cannot be created is rejected with the reason", async () => {
  writeFileSync(join(directory, "file"), "");
  directory = join(directory, "file/files");
  expect(await answerTo(upload(1).end())).toBe("507: the disk does not accept the picture: not a directory");
});

test("a picture whose connection ends is not stored", async () => {
  const sent = upload(20_000);
  await waitFor(() => readdirSync(directory).length > 0, "its file");
  sent.destroy();
  await waitFor(() => outcomes.length > 0, "its end");
  expect(outcomes).toEqual(["400: the connection ended before the picture"]);
  expect(readdirSync(directory)).toEqual([]);
});

test.for([
  ["empty", 0, "400: the picture is empty"],
  ["too large", 20 * 1024 * 1024 + 1, "413: a picture has no more than 20971520 bytes"],
] as const)("a picture that turns out to be %s is not stored", async ([, bytes, sentence]) => {
  expect(await answerTo(upload(bytes).end())).toBe(sentence);
  expect(readdirSync(directory)).toEqual([]);
});
