import { expect, test } from "vitest";
import * as client from "./client-wire.ts";
import { type Frame, FrameDecoder, WireFault } from "./frames.ts";
import * as holder from "./holder-wire.ts";
import { PayloadReader, PayloadWriter } from "./payload.ts";

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
  for (const given of [hello, { ...hello, cursor: "5" }])
    expect(client.decodeClientMessage(frameOf(client.encodeHello(given)))).toEqual({
      kind: "hello",
      hello: given,
    });
});

test.each([
  [client.encodeStdout(Buffer.from("out")), { kind: "stdout", bytes: Buffer.from("out") }],
  [client.encodeStderr(Buffer.from("err")), { kind: "stderr", bytes: Buffer.from("err") }],
  [client.encodeExit(3), { kind: "exit", status: 3, hangUp: false }],
  [client.encodeWantStdin(true), { kind: "want-stdin", on: true }],
  [client.encodeWantStdin(false), { kind: "want-stdin", on: false }],
  [client.encodeControl(2), { kind: "control", mode: 2 }],
  [client.encodeExit(0, true), { kind: "exit", status: 0, hangUp: true }],
  [client.encodeRaw(true, Buffer.from("\x1bc")), { kind: "raw", on: true, goodbye: Buffer.from("\x1bc") }],
  [client.encodeSuspend(), { kind: "suspend" }],
  [
    client.encodeLock("lock -np", Buffer.from("hi")),
    { kind: "lock", command: "lock -np", greeting: Buffer.from("hi") },
  ],
  [client.encodeStdinTaken(7n), { kind: "stdin-taken", bytes: 7n }],
  [
    client.encodeProgress("é", Buffer.from("out")),
    { kind: "progress", cursor: "é", bytes: Buffer.from("out") },
  ],
  [client.encodeProgressLine("é"), { kind: "progress-line", text: "é" }],
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

test.each([
  ["resume", holder.encodeResume(0x0102), "08000000 01 0201000000000000"],
  ["resize", holder.encodeResize({ cols: 0x0102, rows: 3 }), "08000000 04 0201 0300 0000 0000"],
  ["signal", holder.encodeSignal(15, "session"), "02000000 05 0f02"],
  ["query", holder.encodeQuery(0x0102), "04000000 06 02010000"],
  ["close", holder.encodeClose(0x0102), "04000000 07 02010000"],
  ["forget", holder.encodeForget(), "00000000 08"],
  ["end of input", holder.encodeEndInput(), "00000000 09"],
  ["listen", holder.encodeListen(), "00000000 0f"],
  ["describe", holder.encodeDescribe("é"), "02000000 10 c3a9"],
  [
    "signal of a session",
    holder.encodeSignalSession(3n, 0x0102, 9),
    "0d000000 02 0300000000000000 02010000 09",
  ],
])("the bytes that ask a holder: %s", (_what, bytes, hex) => {
  expect(bytes.toString("hex")).toBe(hex.replaceAll(" ", ""));
});

test.each([
  ["with everything", { file: "/bin/sh", kind: holder.LAUNCH_KIND.KIND_JOB, description: "{}" }],
  ["of a pane", {}],
])("a launch %s has its fields in order", (_what, given) => {
  const asked = { key: 5n, socketPath: "/s", cwd: "/", argv: ["sh", "-l"], environment: ["A=1"] };
  const { type, payload } = frameOf(
    holder.encodeLaunch({ ...asked, size: { cols: 80, rows: 24 }, ...given }),
  );
  const reader = new PayloadReader(payload);
  const { file, kind, description } = { file: "", kind: 0, description: "", ...given };
  expect(type).toBe(1);
  expect([reader.u64(), reader.str(), reader.str(), reader.str()]).toEqual([5n, "/s", "/", file]);
  expect([reader.list(), reader.list()]).toEqual([asked.argv, asked.environment]);
  expect([reader.u16(), reader.u16(), reader.u8(), reader.str()]).toEqual([80, 24, kind, description]);
  expect(reader.atEnd).toBe(true);
});

test.each([
  [
    { type: 65, payload: new PayloadWriter().u64(7n).u32(10).u32(11).str("/dev/pts/1").done() },
    { kind: "launched", key: 7n, holderPid: 10, childPid: 11, tty: "/dev/pts/1" },
  ],
  [
    { type: 66, payload: new PayloadWriter().u64(7n).u8(5).u32(2).str("no such file").done() },
    { kind: "launch-failed", key: 7n, stage: 5, errno: 2, sentence: "no such file" },
  ],
  [
    { type: 67, payload: new PayloadWriter().u64(7n).u32(3).done() },
    { kind: "session-signalled", key: 7n, processes: 3 },
  ],
])("what the launcher answers: %#", (frame, message) => {
  expect(holder.decodeLauncherMessage(frame)).toEqual(message);
});

test.each([
  { level: undefined, relistens: false, inputIds: 256, description: undefined },
  { level: 2, relistens: false, inputIds: 256, description: undefined },
  { level: 3, relistens: false, inputIds: 256, description: "{}" },
  { level: 4, relistens: false, inputIds: 16384, description: "{}" },
  { level: 5, relistens: true, inputIds: 16384, description: "{}" },
])("a holder of level $level has the abilities of its install", ({ level, ...abilities }) => {
  for (const exited of [true, false]) {
    const payload = new PayloadWriter()
      .u32(1)
      .u32(2)
      .str("/dev/pts/1")
      .count(3)
      .count(2 ** 40);
    payload.u16(80).u16(24).count(1_700_000_000_000);
    payload.u8(exited ? 1 : 0);
    if (level !== undefined) payload.u8(level);
    if (level !== undefined && level >= 3) payload.str("{}");
    expect(holder.decodeHolderMessage({ type: 65, payload: payload.done() })).toEqual({
      kind: "welcome",
      welcome: {
        holderPid: 1,
        childPid: 2,
        tty: "/dev/pts/1",
        firstOffset: 3,
        endOffset: 2 ** 40,
        size: { cols: 80, rows: 24 },
        startTimeMs: 1_700_000_000_000,
        exited,
        level: level ?? 0,
        ...abilities,
      },
    });
  }
});

test.each(["canonical", "echo", "alive"])("the state of a program says whether it is %s", (name) => {
  const flags = ["canonical", "echo", "alive"].map((each) => (each === name ? 1 : 0));
  const payload = new PayloadWriter().u32(1).u32(2).bytes(Buffer.from(flags)).u32(3).str("sh").str("/");
  const expected = { canonical: false, echo: false, alive: false, [name]: true };
  expect(holder.decodeHolderMessage({ type: 68, payload: payload.done() })).toEqual({
    kind: "state",
    state: {
      ...{ sequence: 1, foregroundPgrp: 2, queuedInputBytes: 3, command: "sh", cwd: "/" },
      ...{ inputBytes: undefined, ...expected },
    },
  });
});

test.each([
  ["client", client.decodeDaemonMessage, "there is no message of type 250"],
  ["holder", holder.decodeHolderMessage, "a holder sent a message of unknown type 250"],
  ["launcher", holder.decodeLauncherMessage, "the launcher sent a message of unknown type 250"],
])("a message of unknown type on the wire of the %s is a fault", (_wire, decode, sentence) => {
  expect(() => decode({ type: 250, payload: Buffer.alloc(8) })).toThrow(new WireFault(sentence));
});

test("a list of empty words fills its frame, and one word more is a fault", () => {
  const words = new PayloadWriter().list(["", "", ""]).done();
  expect(new PayloadReader(words).list()).toEqual(["", "", ""]);
  words.writeUInt32LE(4);
  expect(() => new PayloadReader(words).list()).toThrow(new WireFault("a list is longer than its frame"));
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
