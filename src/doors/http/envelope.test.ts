import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEnvelope } from "./envelope.ts";
import { Refusal } from "./refusal.ts";

test("a client that leaves in the middle of its body is refused, and no bug is reported", async () => {
  const directory = mkdtempSync(join(tmpdir(), "mh"));
  const path = join(directory, "s");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const read = new Promise<unknown>((resolve) => {
    server.once("request", (request) => {
      readEnvelope(request).then(resolve, resolve);
      client.destroy();
    });
  });
  const client = connect(path);
  client.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
  expect(await read).toBeInstanceOf(Refusal);
  server.close();
  rmSync(directory, { recursive: true });
});
