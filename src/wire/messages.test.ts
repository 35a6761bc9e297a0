import { expect, test } from "vitest";
import * as client from "./client-wire.ts";
import { type Frame, FrameDecoder, WireFault } from "./frames.ts";
import * as holder from "./holder-wire.ts";
import { PayloadWriter } from "./payload.ts";

function frameOf(bytes: Buffer): Frame {
  const frames: Frame[] = [];
  new FrameDecoder(1 << 24, (frame) => frames.push(frame)).push(bytes);
  expect(frames).toHaveLength(1);
  return frames[0]!;
}

test("a hello comes back as it went", () => {
  const hello: client.Hello = {
    requestId: 0xfedc_ba98_7654_3210n,
    flags: 10,
    size: { cols: 132, rows: 43 },
    pid: 4711,
    erase: 127,
    stdinTaken: 2n ** 40n,
    program: "tmux",
    cwd: "/home/ü",
    ttyName: "/dev/pts/3",
    argv: ["new-session", "-d", ""],
    environment: ["A=1", "B=x=y", `LONG=${"é🚀".repeat(5000)}`, "C=\ud83d".slice(0, 2)],
  };
  expect(client.decodeClientMessage(frameOf(client.encodeHello(hello)))).toEqual({ kind: "hello", hello });
});

test.each([
  [client.encodeStdout(Buffer.from("out")), { kind: "stdout", bytes: Buffer.from("out") }],
  [client.encodeStderr(Buffer.from("err")), { kind: "stderr", bytes: Buffer.from("err") }],
  [client.encodeExit(3), { kind: "exit", status: 3, hangUp: false }],
  [client.encodeWantStdin(true), { kind: "want-stdin", on: true }],
  [client.encodeExit(0, true), { kind: "exit", status: 0, hangUp: true }],
  [client.encodeRaw(true, Buffer.from("\x1bc")), { kind: "raw", on: true, goodbye: Buffer.from("\x1bc") }],
  [client.encodeSuspend(), { kind: "suspend" }],
  [
    client.encodeLock("lock -np", Buffer.from("hi")),
    { kind: "lock", command: "lock -np", greeting: Buffer.from("hi") },
  ],
  [client.encodeStdinTaken(7n), { kind: "stdin-taken", bytes: 7n }],
  [client.encodeExec(["sh", "-c"]), { kind: "exec", argv: ["sh", "-c"] }],
  [client.encodeRefused("no."), { kind: "refused", sentence: "no." }],
])("what the daemon tells a client: %#", (bytes, message) => {
  expect(client.decodeDaemonMessage(frameOf(bytes))).toEqual(message);
});

test("holder messages carry offsets beyond 32 bits", () => {
  const payload = new PayloadWriter().count(2 ** 40 + 5).bytes(Buffer.from("x"));
  expect(holder.decodeHolderMessage({ type: 66, payload: payload.done() })).toEqual({
    kind: "output",
    offset: 2 ** 40 + 5,
    bytes: Buffer.from("x"),
  });
  expect(frameOf(holder.encodeAck(2 ** 40 + 5)).payload.readBigUInt64LE()).toBe(2n ** 40n + 5n);
});

test("the state that a holder of an earlier install tells has one field less", () => {
  const state = new PayloadWriter().u32(1).u32(2).u8(1).u8(0).u8(1).u32(3).str("sh").str("/");
  const decode = (payload: Buffer) => holder.decodeHolderMessage({ type: 68, payload });
  expect(decode(state.done())).toMatchObject({ state: { cwd: "/", inputBytes: undefined } });
  expect(decode(state.count(9).done())).toMatchObject({ state: { cwd: "/", inputBytes: 9 } });
});

test("a type that this wire does not define is left to another room", () => {
  const frame = { type: 250, payload: Buffer.alloc(0) };
  expect(client.decodeClientMessage(frame)).toEqual({ kind: "other", frame });
});

test.each([
  ["short payload", { type: 1, payload: Buffer.alloc(3) }],
  ["a list that claims more than the frame holds", { type: 1, payload: hugeList() }],
])("%s is a fault of the sender", (_what, frame) => {
  expect(() => client.decodeClientMessage(frame)).toThrow(WireFault);
});

function hugeList(): Buffer {
  const empty = new PayloadWriter()
    .u64(1n)
    .u32(0)
    .u16(80)
    .u16(24)
    .u32(1)
    .u8(0)
    .u64(0n)
    .str("tmux")
    .str("/")
    .str("");
  return empty.u32(0xffff_ffff).done();
}
