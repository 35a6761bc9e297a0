import { BadRequest, parseRequest } from "../../src/doors/pane-backend/parse-request.ts";
import { decodeLendingMessage, LENDING_HOLDER_TO_DAEMON } from "../../src/lending/lending-wire.ts";
import { isMethodName, methods } from "../../src/protocol/methods.ts";
import * as clientWire from "../../src/wire/client-wire.ts";
import { encodeFrame, type Frame, FrameDecoder, WireFault } from "../../src/wire/frames.ts";
import * as holderWire from "../../src/wire/holder-wire.ts";
import { LineReader } from "../../src/wire/line-reader.ts";
import { PayloadWriter } from "../../src/wire/payload.ts";
import { attack, type Tally } from "./attack.ts";
import { once, ROUNDS, shown } from "./fuzz.ts";
import { damaged, pieces } from "./mutate.ts";
import { Random } from "./random.ts";

/** The wires of clients, holders and the launcher, and NDJSON. */

/** Damages and cuts valid frames of a wire, and decodes them. */
function fuzzWire(
  tally: Tally,
  rounds: number,
  name: string,
  sound: readonly Buffer[],
  decode: (frame: Frame) => unknown,
): void {
  const random = new Random(name);
  for (let round = 0; round < rounds; round++) {
    const frame = random.chance(0.1)
      ? encodeFrame(random.below(256), random.bytes(random.below(60)))
      : random.pick(sound);
    const bytes = random.chance(0.9) ? damaged(random, frame) : frame;
    once(
      tally,
      [WireFault],
      () => bytes.toString("hex").slice(0, 400),
      () => {
        const decoder = new FrameDecoder(1 << 20, (each) => void decode(each));
        for (const piece of pieces(random, bytes)) decoder.push(piece);
      },
    );
  }
}

const hello: clientWire.Hello = {
  requestId: 7n,
  flags: 7,
  size: { cols: 80, rows: 24 },
  pid: 4242,
  erase: 0x7f,
  stdinTaken: 0n,
  program: "tmux",
  cwd: "/",
  ttyName: "/dev/pts/1",
  argv: ["new-session", "-d"],
  environment: ["A=b"],
};

attack("fuzz: client wire", ROUNDS, (tally, rounds) => {
  const { encodeHello, encodeStdin, encodeExit, encodeExec, encodeRaw, encodeLock } = clientWire;
  const fromClient = [encodeHello(hello), encodeStdin(Buffer.from("ls\r"))];
  fuzzWire(tally, rounds, "client", fromClient, clientWire.decodeClientMessage);
  const fromDaemon = [
    encodeExit(1),
    encodeExec(["a", "b"]),
    encodeRaw(true, Buffer.from("x")),
    encodeLock("c", Buffer.from("x")),
  ];
  fuzzWire(tally, rounds, "daemon", fromDaemon, clientWire.decodeDaemonMessage);
});

const fields = () => new PayloadWriter();
const P = holderWire.HOLDER_TO_DAEMON;
const fromHolder = [
  encodeFrame(
    P.PANE_WELCOME,
    fields()
      .u32(7)
      .u32(8)
      .str("/dev/pts/1")
      .count(0)
      .count(90)
      .u16(80)
      .u16(24)
      .count(1)
      .u8(0)
      .u8(5)
      .str("{}")
      .done(),
  ),
  encodeFrame(P.PANE_OUTPUT, Buffer.concat([fields().count(90).done(), Buffer.from("text\r\n")])),
  encodeFrame(P.PANE_INPUT_TAKEN, fields().u64(3n).done()),
  encodeFrame(
    P.PANE_STATE,
    fields().u32(1).u32(8).u8(1).u8(1).u8(1).u32(0).str("sh").str("/tmp").count(12).done(),
  ),
  encodeFrame(P.PANE_EXIT, fields().u8(0).u8(15).count(96).done()),
  encodeFrame(P.PANE_REFUSED, fields().str("no").done()),
  encodeFrame(LENDING_HOLDER_TO_DAEMON.PANE_TYPED, fields().u64(5n).u32(2).u32(900).done()),
  encodeFrame(LENDING_HOLDER_TO_DAEMON.PANE_DRAWN, fields().u64(5n).count(96).done()),
  encodeFrame(LENDING_HOLDER_TO_DAEMON.PANE_DRAWS_NO_MORE, fields().u64(5n).u8(1).done()),
  encodeFrame(
    LENDING_HOLDER_TO_DAEMON.PANE_GAVE_BACK,
    Buffer.concat([fields().u64(5n).u8(0).done(), Buffer.from("keys")]),
  ),
  encodeFrame(
    LENDING_HOLDER_TO_DAEMON.PANE_UNREAD,
    Buffer.concat([fields().u64(5n).u64(7n).done(), Buffer.from("keys")]),
  ),
];
const L = holderWire.LAUNCHER_TO_DAEMON;
const fromLauncher = [
  encodeFrame(L.LAUNCHED, fields().u64(1n).u32(7).u32(8).str("/dev/pts/1").done()),
  encodeFrame(L.LAUNCH_FAILED, fields().u64(1n).u8(5).u32(2).str("cannot run nosuch").done()),
  encodeFrame(L.SESSION_SIGNALLED, fields().u64(1n).u32(3).done()),
  encodeFrame(L.LAUNCHER_REFUSED, fields().str("no").done()),
];

attack("fuzz: holder and launcher wires", ROUNDS, (tally, rounds) => {
  fuzzWire(
    tally,
    rounds,
    "holder",
    fromHolder,
    (frame) => decodeLendingMessage(frame) ?? holderWire.decodeHolderMessage(frame),
  );
  fuzzWire(tally, rounds, "launcher", fromLauncher, holderWire.decodeLauncherMessage);
});

const requests = [
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol_version":"1"}}',
  '{"id":"a","method":"spawn_agent","params":{"command":["sh","-c","x"],"cwd":"/","env":{"A":"b"},"metadata":{"name":"n"}}}',
  '{"id":2,"method":"write","params":{"context_id":"c","data":"aGk="}}',
  '{"id":null,"method":"capture","params":{"context_id":"c","lines":50}}',
  '{"id":3,"result":{}}',
  "[[[[[[[[[]]]]]]]]]",
].map((text) => Buffer.from(`${text}\n`));

attack("fuzz: NDJSON requests", ROUNDS, (tally, rounds) => {
  const random = new Random("ndjson");
  for (let round = 0; round < rounds; round++) {
    const bytes = damaged(random, random.pick(requests));
    once(
      tally,
      [BadRequest],
      () => shown(bytes),
      () => {
        const take = (line: Buffer) => {
          const request = parseRequest(line);
          if (request && "params" in request && isMethodName(request.method))
            methods[request.method].params.safeParse(request.params);
        };
        const reader = new LineReader({ maxBytes: 1024 * 1024, line: take, tooLong: () => {} });
        for (const piece of pieces(random, bytes)) reader.push(piece);
        reader.finish();
      },
    );
  }
});
