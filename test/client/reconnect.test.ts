import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { connect } from "../../src/client/index.ts";
import { waitFor } from "../fixtures/wait-for.ts";

interface Backend {
  readonly socket: string;
  /** All connections so far, in their order. */
  readonly connections: readonly Socket[];
}

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

const CURSOR = { sequence: 0, offsets: {} };
const HELLO = {
  protocol_version: "1",
  self_context_id: "self",
  capabilities: ["events", "mullion.resume"],
  mullion: { level: 2, session_hint: "team", cursor: CURSOR },
};

const line = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;

/**
 * A backend whose connection number N answers a resume together with `pushed[N]`, in one write; at most one of its
 * connections after the first answers nothing: that for which there is no entry.
 */
async function backendThat(name: string, pushed: readonly (readonly object[])[]): Promise<Backend> {
  const socket = join(process.env.MULLION_TEST_RUN!, `${name}.sock`);
  const connections: Socket[] = [];
  const server = createServer((connection) => {
    const events = pushed[connections.push(connection) - 1];
    connection.on("error", () => {});
    createInterface(connection).on("line", (text) => {
      const { id, method } = JSON.parse(text) as { id: number; method: string };
      if (!events) return;
      if (method === "initialize") connection.write(line({ id, result: HELLO }));
      if (method === "mullion.resume")
        connection.write([{ id, result: { cursor: CURSOR } }, ...events].map(line).join(""));
    });
  }).listen(socket);
  await once(server, "listening");
  ends.push(() => {
    for (const connection of connections) connection.destroy();
    server.close();
    rmSync(socket, { force: true });
  });
  return { socket, connections };
}

const EXITED = {
  method: "context_exited",
  params: { context_id: "one", exit_code: 0, sequence: 1, offset: 0 },
};
const ENDED = { method: "mullion.backend_ended", params: { reason: "mullion down" } };

test("a client that is closed while it reconnects leaves no connection open", async () => {
  const { socket, connections } = await backendThat("closed", [[], [EXITED]]);
  const client = await connect({ socket });
  const next = client.events().next();
  connections[0]!.destroy();
  expect((await next).value).toMatchObject(EXITED);
  client.close();
  await waitFor(() => connections[1]!.destroyed, "the end of the second connection");
});

test("a backend that ends while a client connects rejects the client", async () => {
  const { socket, connections } = await backendThat("ended", [[ENDED]]);
  await expect(connect({ socket })).rejects.toMatchObject({ code: "backend-ended", message: "mullion down" });
  await waitFor(() => connections[0]!.destroyed, "the end of the connection");
});

test("reconnectTimeoutMs also bounds a connection that nobody answers", async () => {
  const { socket, connections } = await backendThat("silent", [[]]);
  const client = await connect({ socket, reconnectTimeoutMs: 50 });
  ends.push(() => client.close());
  const next = client.events().next();
  const ended = expect(next).rejects.toMatchObject({ code: "not-connected" });
  connections[0]!.destroy();
  await ended;
  await expect(client.call("list")).rejects.toMatchObject({ code: "not-connected" });
  await waitFor(() => connections.every(({ destroyed }) => destroyed), "the end of every connection");
});

test("a backend that ends and rejects a new connection has ended", async () => {
  const socket = join(process.env.MULLION_TEST_RUN!, "rejects.sock");
  const server = createServer((connection) => {
    createInterface(connection).on("line", (text) => {
      const { id } = JSON.parse(text) as { id: number };
      const error = { code: -32000, message: "mullion down", data: { code: "not-allowed" } };
      connection.write(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`);
    });
  }).listen(socket);
  await once(server, "listening");
  ends.push(() => void server.close());
  await expect(connect({ socket })).rejects.toMatchObject({ code: "backend-ended", message: "mullion down" });
});
