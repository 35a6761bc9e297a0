import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { encodeFrame } from "../wire/frames.ts";
import { HOLDER_TO_DAEMON } from "../wire/holder-wire.ts";
import { type ConnectionLoss, HolderConnection } from "./holder-connection.ts";

let directory: string;
let server: Server;
let connection: HolderConnection;
let received: number;
let losses: ConnectionLoss[];
beforeEach(async () => {
  directory = mkdtempSync("/tmp/mhc-");
  server = createServer();
  received = 0;
  losses = [];
  await new Promise<void>((resolve) => server.listen(join(directory, "s"), resolve));
});
afterEach(() => {
  connection.end();
  server.close();
  rmSync(directory, { recursive: true });
});

/** The holder's end of the connection. */
async function connected(onOutput: () => unknown = () => {}): Promise<Socket> {
  const accepted = once(server, "connection");
  connection = new HolderConnection(join(directory, "s"), {
    welcome: () => 0,
    ready() {},
    output: (_offset, bytes) => {
      received += bytes.length;
      onOutput();
    },
    inputTaken() {},
    state() {},
    exit() {},
    lost: (loss) => losses.push(loss),
  });
  const [socket] = await accepted;
  return socket as Socket;
}

function output(bytes: number): Buffer {
  const offset = Buffer.alloc(8);
  return encodeFrame(HOLDER_TO_DAEMON.PANE_OUTPUT, Buffer.concat([offset, Buffer.alloc(bytes)]));
}

test("a paused connection leaves output with its holder until it is resumed", async () => {
  let pauses = true;
  const holder = await connected(() => pauses && connection.pause());
  holder.write(output(10));
  await expect.poll(() => received).toBe(10);
  // More than the system keeps between the two, in pieces smaller than one read.
  const piece = output(1000);
  let taken = false;
  holder.write(Buffer.concat(Array.from({ length: 8000 }, () => piece)), () => {
    taken = true;
  });
  // Another connection of the same process is served meanwhile.
  const other = once(server, "connection");
  const another = connect(join(directory, "s"));
  await other;
  another.destroy();
  expect([received, taken]).toEqual([10, false]);
  pauses = false;
  connection.resume();
  await expect.poll(() => received).toBe(10 + 8000 * 1000);
});

test("frames sent before the welcome are returned if it never comes", async () => {
  const holder = await connected();
  const frame = output(1);
  connection.send(frame);
  holder.destroy();
  await expect.poll(() => losses).toMatchObject([{ unsent: [frame] }]);
});
