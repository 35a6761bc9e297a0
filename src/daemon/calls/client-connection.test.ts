import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  CLIENT_TO_DAEMON,
  CLIENT_WIRE_VERSION,
  decodeDaemonMessage,
  encodeHello,
  encodeStdin,
  type Hello,
} from "../../wire/client-wire.ts";
import { encodeFrame, encodePreamble, FrameDecoder } from "../../wire/frames.ts";
import type { WholeAnswer } from "./call-output.ts";
import type { ClientCall } from "./client-call.ts";
import { ClientConnection, silentConnections } from "./client-connection.ts";
import type { PeerUser } from "./peers.ts";

let directory: string;
let server: Server;
let calls: ClientCall[];
let answered: (WholeAnswer | undefined)[];
let unsettled: Promise<void> | undefined;
let peer: PeerUser;
const silent = silentConnections(50);
beforeEach(async () => {
  directory = mkdtempSync("/tmp/mcc-");
  calls = [];
  answered = [];
  unsettled = undefined;
  peer = { uid: 0, confinedTo: undefined };
  server = createServer(
    (socket) =>
      new ClientConnection(socket, {
        version: "1.2.3",
        peer,
        silent,
        calls: {
          take: (call) => calls.push(call),
          unsettled: () => unsettled,
          beforeAnswer: (_call, answer) => answered.push(answer?.()),
          get records(): never {
            throw new Error("no call here opens a terminal");
          },
        },
        doors: {
          json: (given, head) => given.end(`json ${head}`),
          http: (given, head) => given.end(`http ${head}`),
        },
        relay: () => undefined,
      }),
  );
  await new Promise<void>((resolve) => server.listen(join(directory, "s"), resolve));
});
afterEach(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

/** The messages of the other side until it disconnects, as `kind:text`. */
function converse(...chunks: Uint8Array[]): { socket: ReturnType<typeof connect>; heard: Promise<string[]> } {
  const socket = connect(join(directory, "s"));
  const messages: string[] = [];
  const decoder = new FrameDecoder(1 << 20, (frame) => {
    const message = decodeDaemonMessage(frame);
    const { bytes, status, argv, mode } = message as Partial<Record<string, unknown>>;
    const text = [bytes, status, argv, mode].find((each) => each !== undefined) ?? "";
    messages.push(`${message.kind}:${"sentence" in message ? message.sentence : text}`);
  });
  socket.on("data", (chunk) => decoder.push(chunk));
  for (const chunk of chunks) socket.write(chunk);
  return { socket, heard: new Promise((resolve) => socket.on("close", () => resolve(messages))) };
}

const hello = (changed: Partial<Hello> = {}) =>
  encodeHello({
    requestId: 5n,
    flags: 8,
    size: { cols: 80, rows: 24 },
    pid: 1,
    erase: 0x7f,
    stdinTaken: 0n,
    program: "tmux",
    cwd: "/",
    ttyName: "",
    argv: ["x"],
    environment: ["A=first", "A=second", "=odd", "B="],
    ...changed,
  });
const preamble = encodePreamble("c", CLIENT_WIRE_VERSION);

async function nextCall(): Promise<ClientCall> {
  await expect.poll(() => calls.length).toBe(1);
  return calls[0]!;
}

test("disconnects a client that sends nothing", async () => {
  expect(await converse().heard).toEqual(["refused:nothing was asked for within 0.05 s"]);
  expect(await converse(preamble, hello().subarray(0, 20)).heard).toEqual([
    "refused:nothing was asked for within 0.05 s",
  ]);
});

test("a call may arrive in any pieces, and its answer is sent once, in one piece", async () => {
  const bytes = Buffer.concat([preamble, hello()]);
  const { heard } = converse(...Array.from(bytes, (byte) => Uint8Array.of(byte)));
  await expect.poll(() => calls.length).toBe(1);
  const [call] = calls as [ClientCall];
  expect(call).toMatchObject({ requestId: 5n, retry: true, program: "tmux", argv: ["x"] });
  expect([...call.environment]).toEqual([
    ["A", "first"],
    ["B", ""],
  ]);
  call.stdout("out");
  call.stderr("err");
  call.exit(3);
  call.exit(4);
  call.stdout("late");
  expect(await heard).toEqual(["stdout:out", "stderr:err", "exit:3"]);
  expect(answered).toEqual([{ stdout: "out", stderr: "err", status: 3 }]);
});

test("an answer waits until everything has settled", async () => {
  let settle = () => {};
  unsettled = new Promise((resolve) => {
    settle = resolve;
  });
  const { heard } = converse(preamble, hello());
  await expect.poll(() => calls.length).toBe(1);
  calls[0]!.exit(0);
  await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toEqual([]);
  settle();
  expect(await heard).toEqual(["exit:0"]);
});

test("streams the output of a slow call", async () => {
  const { heard } = converse(preamble, hello());
  await expect.poll(() => calls.length).toBe(1);
  calls[0]!.stdout("early");
  await expect.poll(() => answered.length).toBe(1);
  calls[0]!.exit(0);
  expect(await heard).toEqual(["stdout:early", "exit:0"]);
  expect(answered).toEqual([undefined, undefined]);
});

test("standard input arrives on request, up to its end", async () => {
  const { socket, heard } = converse(preamble, hello());
  await expect.poll(() => calls.length).toBe(1);
  const stdin = calls[0]!.stdin.read();
  for (const part of ["one ", "two"]) socket.write(encodeStdin(Buffer.from(part)));
  socket.write(encodeFrame(CLIENT_TO_DAEMON.CLIENT_STDIN_EOF));
  calls[0]!.stdout(await stdin);
  expect(await calls[0]!.stdin.read()).toHaveLength(0);
  calls[0]!.exit(0);
  expect(await heard).toEqual(["want-stdin:", "stdout:one two", "exit:0"]);
});

test("notices that a client disconnects", async () => {
  const { socket } = converse(preamble, hello());
  await expect.poll(() => calls.length).toBe(1);
  const gone = new Promise<void>((resolve) => calls[0]!.onGone(resolve));
  const stdin = calls[0]!.stdin.read();
  socket.destroy();
  await gone;
  expect(await stdin).toHaveLength(0);
  await calls[0]!.done;
});

test.each([
  ["GET / HTTP/1.1\r\n\r\n", "http GET / HTTP/1.1\r\n\r\n"],
  ['{"id":1}\n', 'json {"id":1}\n'],
  ["\0garbage", "json \0garbage"],
  ["hello?\n", "json hello?\n"],
])("%j is passed to its door with all bytes read so far", async (said, heard) => {
  const socket = connect(join(directory, "s"));
  socket.write(said);
  let text = "";
  for await (const chunk of socket) text += chunk;
  expect(text).toBe(heard);
});

test("closes a silent connection, even if its other side stays open", async () => {
  const closed = new Promise<void>((resolve) =>
    server.once("connection", (socket) => socket.once("close", () => resolve())),
  );
  const socket = connect({ path: join(directory, "s"), allowHalfOpen: true });
  const heard: Buffer[] = [];
  socket.on("data", (chunk) => heard.push(chunk));
  const ended = new Promise<void>((resolve) => socket.once("end", resolve));
  await Promise.all([closed, ended]);
  expect(Buffer.concat(heard).toString()).toContain("nothing was asked for within 0.05 s");
  socket.destroy();
});

describe("rejects", () => {
  const unknown = encodeFrame(99);
  const anotherVersion = encodePreamble("c", CLIENT_WIRE_VERSION + 1);
  test.each([
    [
      "a process that is no client",
      [encodePreamble("h", CLIENT_WIRE_VERSION)],
      "this is the socket for clients",
    ],
    [
      "a client of another version",
      [anotherVersion],
      `this client speaks version ${CLIENT_WIRE_VERSION + 1} of`,
    ],
    ["a second hello", [preamble, hello(), hello()], "a client says hello once"],
    ["input before the hello", [preamble, encodeStdin(Buffer.from("x"))], "a client says hello first"],
    ["an unknown message before the hello", [preamble, unknown], "there is no message of type 99"],
    ["an unknown message after it", [preamble, hello(), unknown], "there is no message of type 99"],
  ])("%s", async (_what, chunks, sentence) => {
    expect(await converse(...chunks).heard).toEqual([expect.stringContaining(`refused:${sentence}`)]);
  });
});

describe("another user", () => {
  beforeEach(() => {
    peer = { uid: 7, confinedTo: "/tmp/s" };
  });

  test.each(["GET / HTTP/1.1\r\n\r\n", '{"id":1}\n'])("cannot use another door: %j", async (said) => {
    const socket = connect(join(directory, "s"));
    socket.write(said);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    await new Promise((resolve) => socket.on("close", resolve));
    expect(text).toBe("");
  });

  test("can run tmux alone", async () => {
    const { heard } = converse(preamble, hello({ program: "mullion" }));
    expect(await heard).toEqual(["refused:access not allowed"]);
    expect(calls).toEqual([]);
  });

  test.each([
    ["/dev/pts/7", "/dev/pts/7"],
    ["/dev/pts/\x1b[2J", ""],
    ["\u009bx", ""],
  ])("receives no earlier answer, and the terminal %j is called %j", async (ttyName, shown) => {
    const { socket } = converse(preamble, hello({ ttyName }));
    const call = await nextCall();
    expect(call).toMatchObject({ uid: 7, confinedTo: "/tmp/s", retry: false, tty: { name: shown } });
    expect(call.requestId).not.toBe(5n);
    socket.destroy();
  });
});

test.each([
  [0, { stdin: false, stdout: false, stderr: false }, false],
  [1, { stdin: true, stdout: false, stderr: false }, false],
  [2, { stdin: false, stdout: true, stderr: false }, false],
  [4, { stdin: false, stdout: false, stderr: true }, false],
  [8, { stdin: false, stdout: false, stderr: false }, true],
])(
  "flags of %i say which streams are terminals, and whether the client asks again",
  async (flags, tty, retry) => {
    const { socket } = converse(preamble, hello({ flags }));
    expect(await nextCall()).toMatchObject({ tty, retry });
    socket.destroy();
  },
);

test.each([
  ["", { cols: 0, rows: 0 }],
  ["/dev/pts/7", { cols: 80, rows: 24 }],
])("without a size, the terminal %j has %o", async (ttyName, size) => {
  const { socket } = converse(preamble, hello({ ttyName, size: { cols: 0, rows: 0 } }));
  expect((await nextCall()).tty.size).toEqual(size);
  socket.destroy();
});

test("signals reach the call, and nothing after it ended reaches the client", async () => {
  const { socket, heard } = converse(preamble, hello());
  const call = await nextCall();
  const signal = new Promise((resolve) => call.onSignal(resolve));
  socket.write(encodeFrame(CLIENT_TO_DAEMON.CLIENT_SIGNAL, Uint8Array.of(15)));
  expect(await signal).toBe(15);
  call.setControl(2);
  call.stdout("");
  call.stdout("out");
  call.exec(["less", "file"]);
  call.exec(["again"]);
  call.exit(0);
  call.setControl(1);
  expect(await heard).toEqual(["control:2", "stdout:out", "exec:less,file"]);
});

test("a client that stays after its answer is disconnected, and receives all of it", async () => {
  const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve));
  const client = connect({ path: join(directory, "s"), allowHalfOpen: true });
  client.write(Buffer.concat([preamble, hello()]));
  const call = await nextCall();
  // More than the system takes at once from a client that does not read yet.
  const long = "x".repeat(4 * 1024 * 1024);
  call.stdout(long);
  call.exit(0);
  const socket = await accepted;
  await expect.poll(() => socket.writableEnded || socket.destroyed).toBe(true);
  let bytes = 0;
  client.on("data", (chunk) => {
    bytes += chunk.length;
  });
  await new Promise((resolve) => client.once("end", resolve));
  expect(bytes).toBeGreaterThan(long.length);
  client.end();
});
