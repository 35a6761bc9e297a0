import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deferred } from "../core/deferred.ts";
import { encodeFrame, FrameDecoder, WIRE_PREAMBLE_SIZE } from "../wire/frames.ts";
import {
  DAEMON_TO_HOLDER,
  encodeQuery,
  HOLDER_TO_DAEMON,
  WIRE_MAX_HOLDER_PAYLOAD,
} from "../wire/holder-wire.ts";
import { PayloadWriter } from "../wire/payload.ts";
import { type ConnectionLoss, HolderConnection } from "./holder-connection.ts";

let directory: string;
let server: Server;
let connection: HolderConnection;
/** The daemon's end. */
let ours: Socket;
let received: number;
let losses: ConnectionLoss[];
/** Everything else that the listener is notified of. */
let events: unknown[];
beforeEach(async () => {
  directory = mkdtempSync("/tmp/mhc-");
  server = createServer();
  received = 0;
  losses = [];
  events = [];
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
    onConnected: (socket) => {
      ours = socket;
      events.push(["connected", socket.connecting]);
    },
    welcome: ({ childPid }) => {
      events.push(["welcome", childPid]);
      return 42;
    },
    ready: () => events.push("ready"),
    output: (_offset, bytes) => {
      received += bytes.length;
      onOutput();
    },
    inputTaken: (id) => events.push(["taken", id]),
    state: ({ sequence }) => events.push(["state", sequence]),
    exit: ({ status, signal }) => events.push(["exit", status, signal]),
    lost: (loss) => losses.push(loss),
  });
  const [socket] = await accepted;
  return socket as Socket;
}

function output(bytes: number): Buffer {
  const offset = Buffer.alloc(8);
  return encodeFrame(HOLDER_TO_DAEMON.PANE_OUTPUT, Buffer.concat([offset, Buffer.alloc(bytes)]));
}

const { HOLDER_QUERY, HOLDER_RESUME } = DAEMON_TO_HOLDER;
const { PANE_WELCOME, PANE_INPUT_TAKEN, PANE_STATE, PANE_EXIT, PANE_REFUSED } = HOLDER_TO_DAEMON;

function welcome(): Buffer {
  const payload = new PayloadWriter().u32(7).u32(8).str("/dev/pts/1").count(0).count(0);
  return encodeFrame(PANE_WELCOME, payload.u16(80).u16(24).count(0).u8(0).done());
}

/** The frames that the daemon sends, and the number of reads that they take. */
function framesFrom(holder: Socket) {
  const heard = { types: [] as number[], payloads: [] as Buffer[], reads: 0 };
  const decoder = new FrameDecoder(WIRE_MAX_HOLDER_PAYLOAD, ({ type, payload }) => {
    heard.types.push(type);
    heard.payloads.push(Buffer.from(payload));
  });
  let preamble = WIRE_PREAMBLE_SIZE;
  holder.on("data", (chunk: Buffer) => {
    heard.reads += 1;
    decoder.push(chunk.subarray(preamble));
    preamble = 0;
  });
  return heard;
}

test("frames wait for the welcome, and follow the offset at which output resumes", async () => {
  const holder = await connected();
  const heard = framesFrom(holder);
  connection.send(encodeQuery(1));
  connection.send(encodeQuery(2));
  holder.write(welcome());
  await expect.poll(() => heard.types).toEqual([HOLDER_RESUME, HOLDER_QUERY, HOLDER_QUERY]);
  expect(heard.payloads[0]?.readBigUInt64LE()).toBe(42n);
  expect(events).toEqual([["connected", false], ["welcome", 8], "ready"]);
});

test("the frames of one turn leave together, and are handed when the system has them", async () => {
  const holder = await connected();
  const heard = framesFrom(holder);
  holder.write(welcome());
  await expect.poll(() => heard.types).toEqual([HOLDER_RESUME]);
  for (let turn = 1; turn <= 2; turn++) {
    const before = heard.reads;
    const handed: number[] = [];
    for (let i = 1; i <= 50; i++) connection.send(encodeQuery(i), () => handed.push(i));
    expect(handed).toEqual([]);
    await expect.poll(() => heard.types.length).toBe(1 + 50 * turn);
    expect(heard.reads).toBe(before + 1);
    await expect.poll(() => handed.length).toBe(50);
  }
});

test("each message of a holder reaches its listener", async () => {
  const holder = await connected();
  const state = new PayloadWriter().u32(3).u32(0).u8(1).u8(1).u8(1).u32(0).str("cat").str("/").done();
  const exit = new PayloadWriter().u8(5).u8(0).count(10).done();
  holder.write(welcome());
  holder.write(encodeFrame(PANE_INPUT_TAKEN, new PayloadWriter().u64(9n).done()));
  holder.write(Buffer.concat([encodeFrame(PANE_STATE, state), output(10), encodeFrame(PANE_EXIT, exit)]));
  const all = [["connected", false], ["welcome", 8], "ready", ["taken", 9n], ["state", 3], ["exit", 5, 0]];
  await expect.poll(() => events).toEqual(all);
  expect(received).toBe(10);
});

test("a holder that refuses says why", async () => {
  const holder = await connected();
  holder.write(encodeFrame(PANE_REFUSED, new PayloadWriter().str("another version").done()));
  await expect.poll(() => losses).toMatchObject([{ reason: "the holder refused: another version" }]);
});

test("bytes that are no frames end the connection with a reason", async () => {
  const holder = await connected();
  holder.write(Buffer.alloc(100, 0xff));
  await expect.poll(() => losses).toMatchObject([{ reason: expect.stringMatching(/longer than/) }]);
  expect(losses).toHaveLength(1);
});

test("a socket without a listener is lost with the system's code", async () => {
  const { promise, resolve } = deferred<ConnectionLoss>();
  const ignore = () => {};
  const listener = { welcome: () => 0, ready: ignore, output: ignore, inputTaken: ignore, state: ignore };
  connection = new HolderConnection(join(directory, "none"), { ...listener, exit: ignore, lost: resolve });
  expect(await promise).toMatchObject({ code: "ENOENT", reason: expect.stringContaining("ENOENT") });
});

test("after its end a connection delivers nothing, and is not lost", async () => {
  const holder = await connected();
  const heard = framesFrom(holder);
  holder.write(welcome());
  await expect.poll(() => heard.types).toEqual([HOLDER_RESUME]);
  const ended = once(holder, "end");
  connection.end();
  connection.send(encodeQuery(1));
  holder.write(output(10));
  await ended;
  const closed = once(ours, "close");
  holder.end();
  await closed;
  expect([received, losses, heard.types]).toEqual([0, [], [HOLDER_RESUME]]);
});

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
