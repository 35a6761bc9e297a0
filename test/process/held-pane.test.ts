import { spawn } from "node:child_process";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SpawnRequest } from "../../src/core/ports.ts";
import { createScreen, decodeScreen } from "../../src/core/screen/emulator.ts";
import { ConnectedHolders } from "../../src/holders/connected-holders.ts";
import { Descriptors } from "../../src/holders/descriptors.ts";
import { FairSlices } from "../../src/holders/fair-slices.ts";
import { HeldJob } from "../../src/holders/held-job.ts";
import { HeldPane, keyName } from "../../src/holders/held-pane.ts";
import { HeldPipe } from "../../src/holders/held-pipe.ts";
import type { Holding } from "../../src/holders/holding.ts";
import { Journal } from "../../src/holders/journal.ts";
import type { LaunchOutcome } from "../../src/holders/launcher.ts";
import { Lending } from "../../src/lending/lending.ts";
import { encodeFrame, type Frame, FrameDecoder, WIRE_PREAMBLE_SIZE } from "../../src/wire/frames.ts";
import { DAEMON_TO_HOLDER, HOLDER_TO_DAEMON, WIRE_MAX_HOLDER_PAYLOAD } from "../../src/wire/holder-wire.ts";
import { PayloadReader, PayloadWriter } from "../../src/wire/payload.ts";
import { waitFor } from "../fixtures/wait-for.ts";

let directory: string;
let server: Server | undefined;
let pane: HeldPane;
/** Outcomes of the next launches; later launches fail. */
let outcomes: LaunchOutcome[];
let launched: bigint[];
beforeEach(() => {
  directory = mkdtempSync("/tmp/mhp-");
  outcomes = [];
  launched = [];
  pane = paneIn(directory);
});
afterEach(async () => {
  await pane.leave();
  server?.close();
  server = undefined;
  rmSync(directory, { recursive: true });
});

function holdingIn(socketDirectory: string): Holding {
  return {
    socketDirectory,
    holders: new ConnectedHolders(),
    descriptors: new Descriptors(),
    slices: new FairSlices(),
    screens: { create: createScreen, decode: decodeScreen },
    lending: new Lending(),
    starter: {
      launch: async ({ key }) => {
        launched.push(key);
        return outcomes.shift() ?? { kind: "launch-failed", key, stage: 0, errno: 0, sentence: "no more" };
      },
      launchJob: () => Promise.reject(new Error("no test here starts a job")),
      endSession: async () => {},
    },
    closing: { add() {}, delete() {} },
    request: { nextInputId: () => 1n, noteSettling() {}, noteTypedBeside() {}, noteShowing() {} },
  };
}

function paneIn(socketDirectory: string, recover = false): HeldPane {
  const owner = {
    describe: () => "",
    onTyped() {},
    screenOptions: () => ({ cols: 20, rows: 5, historyLimit: 100 }),
    onScreenCreated() {},
    colour: () => undefined,
    onPrinted() {},
    onExited() {},
    onTrouble() {},
    onLost() {},
  };
  const holding = holdingIn(socketDirectory);
  return new HeldPane({ holding, journalDirectory: join(directory, "journal"), recover, owner });
}

const request: SpawnRequest = {
  pane: "%0",
  argv: ["cat"],
  cwd: "/",
  environment: new Map(),
  size: { cols: 20, rows: 5 },
};
const UNKNOWN: LaunchOutcome = { kind: "unknown" };

/** Listens where the holder with the key would. */
async function listen(key: bigint, onConnection: (socket: Socket) => void): Promise<string> {
  const path = join(directory, keyName(key));
  server = createServer(onConnection);
  await new Promise<void>((resolve) => server!.listen(path, resolve));
  return path;
}

/** Greets like a holder of an early install, and passes on every later frame. */
function greet(socket: Socket, onFrame: (frame: Frame) => void): void {
  const processes = new PayloadWriter().u32(process.pid).u32(process.pid).str("/dev/pts/0");
  const welcome = processes.count(0).count(0).u16(20).u16(5).count(Date.now()).u8(0).done();
  socket.write(encodeFrame(HOLDER_TO_DAEMON.PANE_WELCOME, welcome));
  const decoder = new FrameDecoder(WIRE_MAX_HOLDER_PAYLOAD, onFrame);
  let preamble = WIRE_PREAMBLE_SIZE;
  socket.on("data", (chunk: Buffer) => {
    decoder.push(chunk.subarray(preamble));
    preamble = Math.max(preamble - chunk.length, 0);
  });
}

function output(offset: number, text: string): Buffer {
  const payload = new PayloadWriter().count(offset).bytes(Buffer.from(text));
  return encodeFrame(HOLDER_TO_DAEMON.PANE_OUTPUT, payload.done());
}

/** Answers a query as a holder does that does not count its input. */
function state(query: Frame): Buffer {
  const sequence = new PayloadReader(query.payload).u32();
  const payload = new PayloadWriter().u32(sequence).u32(0).u8(1).u8(1).u8(1).u32(0).str("cat").str("/");
  return encodeFrame(HOLDER_TO_DAEMON.PANE_STATE, payload.done());
}

test("a process is launched again if its launcher died and no holder has a socket", async () => {
  outcomes.push(UNKNOWN);
  await expect(pane.start(1n, request).started).rejects.toThrow("no more");
  expect(launched).toEqual([1n, 1n]);
});

test("a process is launched again if a previous daemon left a socket without a listener", async () => {
  const path = await listen(1n, (socket) => socket.destroy());
  renameSync(path, `${path}.kept`);
  await new Promise((resolve) => server!.close(resolve));
  renameSync(`${path}.kept`, path);
  await expect(pane.adopt(1n, { size: request.size, request }).started).rejects.toThrow("no more");
  expect(launched).toEqual([1n]);
});

test("a process is not launched again while its holder's socket has a listener", async () => {
  outcomes.push(UNKNOWN);
  let connections = 0;
  const twice = new Promise<void>((resolve) => {
    const onConnection = (socket: Socket) => {
      socket.destroy();
      if (++connections === 2) resolve();
    };
    void listen(1n, onConnection).then(() => pane.start(1n, request));
  });
  await twice;
  expect(launched).toEqual([1n]);
});

test.skipIf(process.platform !== "linux")(
  "a holder whose socket was removed before the daemon connected is asked for it",
  async () => {
    const path = join(directory, keyName(1n));
    const holder = spawn("perl", [
      "-e",
      '$0 = "mullion-holder: $ARGV[0]"; $SIG{USR1} = sub { exit 7 }; $| = 1; print "ready"; sleep 60',
      path,
    ]);
    const asked = new Promise((resolve) => holder.on("exit", resolve));
    await new Promise((resolve) => holder.stdout.once("data", resolve));
    const { pid = 0 } = holder;
    outcomes.push({ kind: "launched", key: 1n, holderPid: pid, childPid: pid, tty: "/dev/pts/0" });
    await pane.start(1n, request).started;
    expect(await asked).toBe(7);
  },
);

test("the output of a replaced process is discarded", async () => {
  outcomes.push(UNKNOWN, UNKNOWN);
  const tapped: string[] = [];
  pane.tap((bytes, offset) => tapped.push(`${offset}:${Buffer.from(bytes)}`));
  const first = pane.start(1n, request);
  pane.onOutput(first, 0, Buffer.from("first "));
  const second = pane.start(2n, request);
  pane.onOutput(first, 6, Buffer.from("late "));
  pane.onOutput(second, 0, Buffer.from("second"));
  expect(tapped).toEqual(["0:first ", "0:second"]);
  expect(pane.screen.capture({ start: 0, end: 0 })).toBe("first second\n");
  expect(pane.outputEnd).toBe(6);
});

test("a flushed screen shows what the holder had not sent yet", async () => {
  await listen(1n, (socket) =>
    greet(socket, (frame) => {
      if (frame.type === DAEMON_TO_HOLDER.HOLDER_QUERY)
        socket.write(Buffer.concat([output(0, "printed before"), state(frame)]));
    }),
  );
  outcomes.push(UNKNOWN);
  await pane.start(1n, request).started;
  await pane.flush();
  expect(pane.screen.capture({ start: 0, end: 0 })).toBe("printed before\n");
});

test("a pane without a process shows its whole recording, also after a question that was not answered", async () => {
  const options = { directory: join(directory, "journal"), recovered: undefined };
  const journal = new Journal({ ...options, onAccepted() {}, encodeScreen: () => new Uint8Array() });
  journal.append({ kind: "holder", key: 1n });
  journal.append({ kind: "resize", cols: 20, rows: 5 });
  journal.append({ kind: "output", offset: 0, bytes: Buffer.from("before\x1b[6n after") });
  await journal.close();
  pane = paneIn(directory, true);
  expect(pane.screen.capture({ start: 0, end: 0 })).toBe("before after\n");
});

test("a pipe to a command that cannot be asked how much it has received writes nothing twice", async () => {
  const frames: number[] = [];
  await listen(2n, (socket) =>
    greet(socket, (frame) => {
      frames.push(frame.type);
      if (frame.type === DAEMON_TO_HOLDER.HOLDER_QUERY) socket.write(state(frame));
    }),
  );
  const process = pane.start(1n, request);
  pane.onOutput(process, 0, Buffer.from("received before"));
  const job = new HeldJob({ holding: holdingIn(directory), key: 2n, kept: true, output: () => undefined });
  const pipe = new HeldPipe({ job, pane, place: { holder: keyName(1n), base: 0 }, onPlaced() {} });
  pipe.goOn();
  await waitFor(() => frames.includes(DAEMON_TO_HOLDER.HOLDER_QUERY), "the question");
  pane.onOutput(process, 15, Buffer.from(" and more"));
  await pipe.stop();
  await waitFor(() => frames.includes(DAEMON_TO_HOLDER.HOLDER_FORGET), "the end of the pipe");
  expect(frames).not.toContain(DAEMON_TO_HOLDER.HOLDER_INPUT);
});
