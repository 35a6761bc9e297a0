import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { HttpDoor } from "../../src/doors/http/http-door.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { emptyHost, noVisitors } from "./door.ts";
import { request } from "./request.ts";

test("a door that leaves answers running requests, and rejects further ones with a sentence", async () => {
  const directory = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "l"));
  const socketPath = join(directory, "s");
  const answers: ((result: object) => void)[] = [];
  const call = () => new Promise<object>((resolve) => answers.push(resolve));
  const door = new HttpDoor({ ...emptyHost, call }, noVisitors());
  const server = createServer((socket) => door.take(socket, Buffer.alloc(0)));
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  onTestFinished(() => {
    server.close();
    rmSync(directory, { recursive: true });
  });
  const kill = () => {
    const headers = { host: "localhost", "content-type": "application/json" };
    const options = { socketPath, method: "POST", path: "/rpc/kill", headers };
    return request(options, JSON.stringify({ json: { context_id: "a" } }));
  };
  const first = kill();
  const answer = await waitFor(() => answers[0], "the running request");
  let left = false;
  const leaving = door.leave().then(() => {
    left = true;
  });
  const second = await kill();
  expect(second).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  expect(second.text).toContain("the daemon is leaving: ask again, the next one answers");
  expect(left).toBe(false);
  answer({});
  expect(await first).toMatchObject({ status: 200 });
  await leaving;
});
