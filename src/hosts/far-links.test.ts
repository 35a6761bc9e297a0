import { expect, test } from "vitest";
import { FrameDecoder } from "../wire/frames.ts";
import type { Invocation, StdinReader } from "../wire/invocation.ts";
import { FarLinks } from "./far-links.ts";
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

/** A pipe of a person's side that has said hello. */
function openPipe(links: FarLinks, { origin, session }: Origin, received = 0) {
  const frames: { type: number; payload: Buffer }[] = [];
  let status: number | undefined;
  let reader: StdinReader | undefined;
  const decoder = new FrameDecoder(MAX_LINK_PAYLOAD, (frame) => frames.push(frame));
  const call: Partial<Invocation> = {
    tty: { stdin: false, stdout: false, stderr: false, name: "", size: { cols: 80, rows: 24 }, erase: 0 },
    environment: new Map(),
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
  return { frames, send, status: () => status };
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
  links.stop();
});
