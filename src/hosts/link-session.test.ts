import { expect, test } from "vitest";
import { FrameDecoder, WireFault } from "../wire/frames.ts";
import { LinkSession } from "./link-session.ts";
import type { LinkStream, StreamEnd } from "./link-stream.ts";
import { encodeStreamFrame, LINK_FRAME, MAX_LINK_PAYLOAD, STREAM_WINDOW } from "./link-wire.ts";

/** Two ends of a session, and a pipe between them that can be cut after any number of bytes. */
function twoEnds() {
  const accepted: LinkStream[] = [];
  const near = new LinkSession();
  const far = new LinkSession({ accept: (stream) => accepted.push(stream) });
  let cut = () => {};
  const connect = () => {
    cut();
    const queues = { near: [] as Buffer[], far: [] as Buffer[] };
    const decoders = {
      near: new FrameDecoder(MAX_LINK_PAYLOAD, (frame) => near.receive(frame)),
      far: new FrameDecoder(MAX_LINK_PAYLOAD, (frame) => far.receive(frame)),
    };
    cut = () => {
      near.suspend();
      far.suspend();
      queues.near = [];
      queues.far = [];
    };
    const [nearHas, farHas] = [near.received, far.received];
    near.resume({ write: (bytes) => queues.far.push(bytes) < 50 }, farHas);
    far.resume({ write: (bytes) => queues.near.push(bytes) < 50 }, nearHas);
    /** Delivers at most this many bytes in each direction. */
    return (most: number) => {
      for (const end of ["far", "near"] as const) {
        const bytes = Buffer.concat(queues[end]);
        queues[end] = most < bytes.length ? [bytes.subarray(most)] : [];
        decoders[end].push(bytes.subarray(0, most));
      }
      near.drained();
      far.drained();
      return queues.near.length + queues.far.length > 0;
    };
  };
  return { near, far, accepted, connect, cut: () => cut() };
}

/** A generator of pseudo-random numbers, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state % below;
  };
}

test("a thousand cuts, anywhere in a frame, lose and double no byte in either direction", () => {
  const { near, accepted, connect } = twoEnds();
  const next = random(7);
  let deliver = connect();
  const streams = [near.open(), near.open(), near.open()];
  while (deliver(Number.POSITIVE_INFINITY));
  const sent = new Map<LinkStream, string>();
  const got = new Map<LinkStream, string>();
  const pairs = streams.map((stream, index) => [stream, accepted[index]!] as const);
  for (const stream of pairs.flat()) {
    sent.set(stream, "");
    got.set(stream, "");
    stream.onData = (bytes) => {
      got.set(stream, got.get(stream)! + bytes.toString("latin1"));
      stream.consumed(bytes.length);
    };
  }
  for (let round = 0; round < 1000; round++) {
    for (const stream of pairs.flat()) {
      const text = `${round}-${"x".repeat(next(300))};`;
      sent.set(stream, sent.get(stream)! + text);
      stream.write(Buffer.from(text, "latin1"));
    }
    deliver(next(4000));
    deliver = connect();
  }
  while (deliver(Number.POSITIVE_INFINITY));
  for (const [one, other] of pairs) {
    expect(got.get(other)).toBe(sent.get(one));
    expect(got.get(one)).toBe(sent.get(other));
  }
});

test("a reader that stops holds up its own stream only, and no more than a window is on the way", () => {
  const { near, accepted, connect } = twoEnds();
  const deliver = connect();
  const [slow, quick] = [near.open(), near.open()];
  while (deliver(Number.POSITIVE_INFINITY));
  let [unread, read] = [0, 0];
  accepted[0]!.onData = (bytes) => {
    unread += bytes.length;
  };
  accepted[1]!.onData = (bytes) => {
    read += bytes.length;
    accepted[1]!.consumed(bytes.length);
  };
  slow.write(Buffer.alloc(4 * STREAM_WINDOW));
  quick.write(Buffer.alloc(4 * STREAM_WINDOW));
  while (deliver(Number.POSITIVE_INFINITY));
  expect([unread, read]).toEqual([STREAM_WINDOW, 4 * STREAM_WINDOW]);
  expect(slow.queuedBytes).toBe(3 * STREAM_WINDOW);
  accepted[0]!.consumed(STREAM_WINDOW);
  while (deliver(Number.POSITIVE_INFINITY));
  expect(unread).toBe(2 * STREAM_WINDOW);
});

test("a stream ends after its last byte, and every stream is lost with the session", () => {
  const { near, far, accepted, connect } = twoEnds();
  const deliver = connect();
  const [one, two] = [near.open(), near.open()];
  while (deliver(Number.POSITIVE_INFINITY));
  const seen: (string | StreamEnd)[] = [];
  accepted[0]!.onData = (bytes) => void seen.push(bytes.toString());
  accepted[0]!.onEnd = (how) => void seen.push(how);
  accepted[1]!.onEnd = (how) => void seen.push(how);
  one.write(Buffer.from("last"));
  one.end();
  while (deliver(Number.POSITIVE_INFINITY));
  expect(seen).toEqual(["last", "closed"]);
  expect([near.streams, far.streams]).toEqual([1, 1]);
  far.close();
  expect(seen).toEqual(["last", "closed", "lost"]);
  two.discard();
  expect(near.streams).toBe(0);
});

test("the host can open nothing, and is cut off when it breaks the rules", () => {
  const frame = (type: number, stream: number, payload?: Buffer) => {
    const bytes = encodeStreamFrame(type, stream, payload);
    return { type: bytes[4]!, payload: bytes.subarray(5) };
  };
  expect(() => new LinkSession().receive(frame(LINK_FRAME.OPEN, 1))).toThrow(WireFault);
  const flooded = new LinkSession();
  const { id } = flooded.open();
  const chunk = Buffer.alloc(STREAM_WINDOW / 8);
  for (let i = 0; i < 8; i++) flooded.receive(frame(LINK_FRAME.DATA, id, chunk));
  expect(() => flooded.receive(frame(LINK_FRAME.DATA, id, chunk))).toThrow("more than it may");
  const credited = new LinkSession();
  const more = Buffer.from([1, 0, 0, 0]);
  const stream = credited.open();
  expect(() => credited.receive(frame(LINK_FRAME.WINDOW, stream.id, more))).toThrow("more than it has used");
  const lied = new LinkSession();
  lied.open();
  expect(() => lied.receive({ type: LINK_FRAME.ACK, payload: Buffer.from([2, 0, 0, 0]) })).toThrow(
    "never sent",
  );
  expect(() => new LinkSession().receive({ type: 99, payload: Buffer.alloc(4) })).toThrow("type 99");
  const ping = { type: LINK_FRAME.PING, payload: Buffer.alloc(4) };
  expect(() => new LinkSession().receive(ping)).toThrow("only the person's side of a link pings");
  const strayed = new LinkSession();
  const closed = strayed.open();
  expect(() => strayed.receive(frame(LINK_FRAME.DATA, closed.id))).toThrow("sends nothing");
  closed.discard();
  for (let i = 0; i < 8; i++) strayed.receive(frame(LINK_FRAME.DATA, closed.id, chunk));
  strayed.receive(frame(LINK_FRAME.CLOSE, closed.id));
  expect(() => strayed.receive(frame(LINK_FRAME.DATA, closed.id, chunk))).toThrow("that is not open");
});

test("an end that does not read costs the other end one count, and gets the newest when it reads", () => {
  const written: number[] = [];
  const far = new LinkSession({ accept() {} });
  let accepts = false;
  const write = (bytes: Buffer) => {
    written.push(bytes[4] ?? 0);
    return accepts;
  };
  far.resume({ write }, 0);
  const ping = { type: LINK_FRAME.PING, payload: Buffer.alloc(4) };
  for (let i = 0; i < 10_000; i++) far.receive(ping);
  expect(written).toEqual([LINK_FRAME.PONG]);
  accepts = true;
  far.drained();
  far.drained();
  expect(written).toEqual([LINK_FRAME.PONG, LINK_FRAME.PONG]);
});
