import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decodeClientMessage, WIRE_MAX_CLIENT_PAYLOAD } from "../wire/client-wire.ts";
import { FrameDecoder, WIRE_PREAMBLE_SIZE } from "../wire/frames.ts";
import type { Invocation, StdinReader } from "../wire/invocation.ts";
import { encodeCall } from "./ask-host.ts";
import { FarLinks } from "./far-links.ts";
import { LinkSession } from "./link-session.ts";
import {
  decodeWelcome,
  encodeCount,
  encodeJson,
  LINK_FRAME,
  LINK_MARK,
  LINK_VERSION,
  MAX_LINK_PAYLOAD,
} from "./link-wire.ts";

interface Origin {
  readonly origin: string;
  readonly session: string;
}

const ID = { one: "1".repeat(32), other: "2".repeat(32) };

/** A pipe of a person's side that has said hello. `login`: the environment of `mullion connect`. */
function openPipe(links: FarLinks, { origin, session }: Origin, received = 0, login = "") {
  const frames: { type: number; payload: Buffer }[] = [];
  let status: number | undefined;
  let reader: StdinReader | undefined;
  const decoder = new FrameDecoder(MAX_LINK_PAYLOAD, (frame) => frames.push(frame));
  const call: Partial<Invocation> = {
    tty: { stdin: false, stdout: false, stderr: false, name: "", size: { cols: 80, rows: 24 }, erase: 0 },
    environment: new Map([["LOGIN", login]]),
    setControl() {},
    onSignal() {},
    onGone() {},
    flow: { unsentBytes: 0, congested: false, onDrained() {} },
    stdout(bytes) {
      if (bytes !== LINK_MARK) decoder.push(Buffer.from(bytes as Uint8Array));
    },
    stdin: {
      read: () => Promise.reject(new Error("a link relays it")),
      relay(given) {
        reader = given;
        return () => {};
      },
    },
  };
  void links.serve(call as Invocation).then((left) => {
    status = left;
  });
  const send = (bytes: Buffer) => reader?.onData(bytes);
  send(encodeJson(LINK_FRAME.HELLO, { link: LINK_VERSION, origin, session, received }));
  return { frames, send, status: () => status, end: () => reader?.onEnd() };
}

/** A daemon's socket. `next` resolves to the value of LOGIN in the hello of the next connection. */
async function listenForLogins() {
  const socketPath = join(mkdtempSync(join(process.env.MULLION_TEST_RUN!, "far-")), "socket");
  const server = createServer();
  server.listen(socketPath);
  await once(server, "listening");
  return {
    socketPath,
    async next() {
      const [socket] = (await once(server, "connection")) as [Socket];
      const [bytes] = (await once(socket, "data")) as [Buffer];
      return loginOf(bytes);
    },
    close: () => server.close(),
  };
}

function loginOf(bytes: Buffer): string | undefined {
  let login: string | undefined;
  const decoder = new FrameDecoder(WIRE_MAX_CLIENT_PAYLOAD, (frame) => {
    const message = decodeClientMessage(frame);
    const entries = message.kind === "hello" ? message.hello.environment : [];
    login = entries.find((entry) => entry.startsWith("LOGIN="))?.slice("LOGIN=".length);
  });
  decoder.push(bytes.subarray(WIRE_PREAMBLE_SIZE));
  return login;
}

/** The far end cannot continue a session of which 7 frames were received: it opens a new one. */
test.each([0, 7])("a session is served to its origin only, also after %i frames", async (received) => {
  const links = new FarLinks({ socketPath: "/nonexistent", version: "9.9", level: 1 });
  const session = "a".repeat(32);
  const own = openPipe(links, { origin: ID.one, session });
  const foreign = openPipe(links, { origin: ID.other, session }, received);
  await Promise.resolve();
  expect(foreign.frames.map(({ type, payload }) => [type, String(payload)])).toEqual([
    [LINK_FRAME.REFUSED, "this session belongs to another link"],
  ]);
  expect(foreign.status()).toBe(1);
  own.send(encodeCount(LINK_FRAME.PING, 0));
  expect(own.frames.map(({ type }) => type)).toEqual([LINK_FRAME.WELCOME, LINK_FRAME.PONG]);
  const again = openPipe(links, { origin: ID.one, session });
  expect(decodeWelcome(again.frames[0]!.payload)).toMatchObject({ resumed: true });
  links.stop("the test is over");
});

test("a call on a resumed link has the environment of the login that resumed it", async () => {
  const daemon = await listenForLogins();
  const links = new FarLinks({ socketPath: daemon.socketPath, version: "9.9", level: 1 });
  const origin = { origin: ID.one, session: "a".repeat(32) };
  const near = new LinkSession();
  const callOver = (pipe: ReturnType<typeof openPipe>) => {
    const { received } = decodeWelcome(pipe.frames[0]!.payload);
    near.resume({ write: (bytes) => pipe.send(bytes) === undefined }, received);
    near.open().write(encodeCall(["ls"], 1n));
    return daemon.next();
  };
  const first = openPipe(links, origin, 0, "first");
  expect(await callOver(first)).toBe("first");
  first.end();
  near.suspend();
  const second = openPipe(links, origin, 0, "second");
  expect(decodeWelcome(second.frames[0]!.payload)).toMatchObject({ resumed: true });
  expect(await callOver(second)).toBe("second");
  links.stop("the test is over");
  daemon.close();
});
