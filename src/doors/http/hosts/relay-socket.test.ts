import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { OWNER } from "../admission.ts";
import { relaySocket } from "./relay-socket.ts";

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A server of WebSockets, and its port. */
async function serving(onSocket: (socket: WebSocket) => void): Promise<number> {
  const server: Server = createServer();
  new WebSocketServer({ server }).on("connection", onSocket);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test("a page that sends more than a host reads is disconnected with a sentence", {
  timeout: 60_000,
}, async () => {
  const farPort = await serving((far) => far.pause());
  const machines = {
    described: () => [],
    onChange: () => () => {},
    onCut: () => () => {},
    connect: async () => {
      const connection = connect(farPort, "127.0.0.1");
      open.push(() => connection.destroy());
      return connection;
    },
  };
  const options = { machines, admission: OWNER, host: "slow", path: "/", isLive: false };
  const pagePort = await serving((page) => relaySocket(page, { ...options, check: () => undefined }));
  const page = new WebSocket(`ws://127.0.0.1:${pagePort}/`);
  open.push(() => page.terminate());
  await once(page, "open");
  const closed = once(page, "close");
  const text = JSON.stringify({ type: "type", text: "x".repeat(250_000) });
  let sent = 0;
  // Each message goes out when the one before it was taken: the bound is the daemon's, not this program's.
  const send = () => {
    sent += text.length;
    if (page.readyState === WebSocket.OPEN && sent < 400_000_000) page.send(text, send);
  };
  send();
  const [code, reason] = await closed;
  expect([code, String(reason)]).toEqual([1012, "host slow does not read"]);
  expect(sent).toBeLessThan(200_000_000);
});
