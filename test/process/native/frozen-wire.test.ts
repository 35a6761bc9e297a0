import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { processHasEnded } from "../../../src/processes/process-mark.ts";
import { encodeFrame, FrameDecoder } from "../../../src/wire/frames.ts";
import * as wire from "../../../src/wire/holder-wire.ts";
import { PayloadWriter } from "../../../src/wire/payload.ts";
import { prepareInstance, root, type TestDaemon } from "../../fixtures/daemon.ts";
import { outputOf } from "../../fixtures/output-of.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { holderProgram } from "./holders.ts";

/**
 * Holders outlive the daemon that started them, so every version of their wire is frozen: the bytes of its frames below,
 * and the sources of its holder in test/pins/frozen. The launcher's wire is not frozen (a launcher belongs to its daemon's
 * install); the frame that starts a frozen holder is part of this test.
 */
const FROZEN = `test/pins/frozen/holder-${wire.HOLDER_WIRE_VERSION}.tar.gz`;
const HOW =
  "freeze the new version of the holder wire (tar -C native --exclude='client-lending.*' -czf " +
  `${FROZEN} shared holder launcher lending) with its frames in frozen-wire.test.ts, and keep the earlier ones`;

const LAUNCHER_PREAMBLE = "f54d4c4e6c000400";
const PREAMBLE = "f54d4c4e68000100";
const TO_HOLDER = {
  resume: "0800000001 0000000000000000",
  ack: "0800000002 0800000000000000",
  input: "0b00000003 0500000000000000 68690a",
  resize: "0800000004 6400 1e00 0000 0000",
  signal: "0200000005 1c 00",
  query: "0400000006 09000000",
  close: "0400000007 e8030000",
  forget: "0000000008",
  endInput: "0000000009",
  listen: "000000000f",
  describe: "0300000010 6f7572",
};
const FROM_HOLDER = {
  ready: "0d00000042 0000000000000000 7265616479",
  taken: "0800000043 0500000000000000",
  echoed: "0b00000042 0500000000000000 68690a",
  exit: "0a00000045 00 01 0800000000000000",
  refused: "0700000046 03000000 6e6f21",
};
const bytes = (golden: string) => Buffer.from(golden.replaceAll(" ", ""), "hex");

let frozenProgram: string;
beforeAll(() => {
  const directory = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "w"));
  if (!existsSync(join(root, FROZEN))) throw new Error(HOW);
  execFileSync("tar", ["-xzf", join(root, FROZEN), "-C", directory]);
  const sources = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".c"),
  );
  frozenProgram = join(directory, "mullion-holder");
  const flags = "-std=c11 -D_GNU_SOURCE -D_DARWIN_C_SOURCE -O1 -I.".split(" ");
  execFileSync(process.env.CC || "cc", [...flags, "-o", frozenProgram, ...sources], { cwd: directory });
}, 120_000);

const ends: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Starts a holder with its own launcher, in the frames of launcher version 4. Resolves when its socket listens. */
async function hold(program: string, socketPath: string, description: string): Promise<void> {
  const launcher = spawn(program, ["launcher"], { stdio: ["pipe", "pipe", "inherit"] });
  ends.push(() => void launcher.kill("SIGKILL"));
  const launch = new PayloadWriter()
    .u64(1n)
    .str(socketPath)
    .str("/")
    .str("")
    .list(["sh", "-c", "stty raw -echo; printf ready; exec cat"])
    .list(["PATH=/usr/local/bin:/usr/bin:/bin", "TERM=dumb"])
    .u16(80)
    .u16(24)
    .u8(0)
    .str(description);
  launcher.stdin.write(Buffer.concat([bytes(LAUNCHER_PREAMBLE), encodeFrame(1, launch.done())]));
  const [answer] = (await once(launcher.stdout, "data")) as [Buffer];
  expect(answer[4], "LAUNCHED").toBe(65);
}

/** A daemon that knows only the frozen frames. */
class ScriptedDaemon {
  readonly frames: string[] = [];
  readonly #socket;
  closed = false;

  constructor(socketPath: string) {
    this.#socket = createConnection(socketPath);
    const decoder = new FrameDecoder(1 << 24, ({ type, payload }) =>
      this.frames.push(encodeFrame(type, payload).toString("hex")),
    );
    this.#socket.on("data", (chunk) => decoder.push(chunk));
    this.#socket.on("close", () => {
      this.closed = true;
    });
    this.send(PREAMBLE, TO_HOLDER.resume);
    ends.push(() => void this.#socket.destroy());
  }

  send(...golden: string[]): void {
    this.#socket.write(bytes(golden.join("")));
  }

  /** A frame that begins with these bytes. */
  async receive(golden: string): Promise<string> {
    const start = bytes(golden).toString("hex");
    return waitFor(() => this.frames.find((frame) => frame.startsWith(start)), `frame ${golden}`);
  }
}

test("the frames are the frozen ones", () => {
  const hi = Buffer.from("hi\n");
  const encoded: Record<keyof typeof TO_HOLDER, Buffer> = {
    resume: wire.encodeResume(0),
    ack: wire.encodeAck(8),
    input: wire.encodeInput(5n, hi),
    resize: wire.encodeResize({ cols: 100, rows: 30 }),
    signal: wire.encodeSignal(28, "child"),
    query: wire.encodeQuery(9),
    close: wire.encodeClose(1000),
    forget: wire.encodeForget(),
    endInput: wire.encodeEndInput(),
    listen: wire.encodeListen(),
    describe: wire.encodeDescribe("our"),
  };
  for (const [name, frame] of Object.entries(encoded))
    expect(frame.toString("hex"), `${name}: raise HOLDER_WIRE_VERSION and ${HOW}`).toBe(
      bytes(TO_HOLDER[name as keyof typeof TO_HOLDER]).toString("hex"),
    );
  const decoded = Object.values(FROM_HOLDER).map((golden) => {
    const frame = bytes(golden);
    return wire.decodeHolderMessage({ type: frame[4]!, payload: frame.subarray(5) });
  });
  expect(decoded).toMatchObject([
    { kind: "output", offset: 0 },
    { kind: "input-taken", inputId: 5n },
    { kind: "output", offset: 5, bytes: hi },
    { kind: "exit", status: 0, signal: 1, finalOffset: 8 },
    { kind: "refused", sentence: "no!" },
  ]);
});

test.each([
  ["today's holder", () => holderProgram],
  ["the frozen holder", () => frozenProgram],
])(
  "a daemon of the frozen version starts, types, resizes, replaces its connection and closes: %s",
  async (_, program) => {
    const socketPath = join(mkdtempSync(join(process.env.MULLION_TEST_RUN!, "w")), "s");
    await hold(program(), socketPath, "");
    const daemon = new ScriptedDaemon(socketPath);
    await daemon.receive(FROM_HOLDER.ready);
    daemon.send(TO_HOLDER.input);
    await daemon.receive(FROM_HOLDER.taken);
    await daemon.receive(FROM_HOLDER.echoed);
    daemon.send(TO_HOLDER.ack, TO_HOLDER.resize, TO_HOLDER.signal, TO_HOLDER.describe, TO_HOLDER.listen);
    daemon.send(TO_HOLDER.query);
    await waitFor(() => daemon.frames.find((frame) => /^.{8}4409000000/.test(frame)), "the state");
    const next = new ScriptedDaemon(socketPath);
    const welcome = await waitFor(() => next.frames.find((frame) => /^.{8}41/.test(frame)), "a welcome");
    // First offset kept, end offset, size; then, after the start time, the description.
    expect(welcome).toContain(`${"0800000000000000".repeat(2)}64001e00`);
    expect(welcome.endsWith("030000006f7572")).toBe(true);
    next.send(TO_HOLDER.input);
    await next.receive(FROM_HOLDER.taken);
    expect(
      next.frames.some((frame) => /^.{8}42/.test(frame)),
      "the input is known, and not typed again",
    ).toBe(false);
    next.send(TO_HOLDER.close);
    await next.receive(FROM_HOLDER.exit);
    next.send(TO_HOLDER.forget);
    await waitFor(() => next.closed && !existsSync(socketPath), "the holder to end");
  },
);

test("today's daemon adopts a frozen holder, types into it, and ends it", async () => {
  const daemon: TestDaemon = prepareInstance();
  ends.unshift(() => daemon.stop());
  const holders = join(daemon.dir, "m/h");
  mkdirSync(holders, { recursive: true, mode: 0o700 });
  const description = {
    server: "0123456789ab",
    socketPath: join(daemon.dir, `t/tmux-${process.getuid!()}/default`),
    pane: "%3",
    session: { id: "$2", name: "frozen", cwd: "/" },
    window: { id: "@4", name: "cat", index: 5, named: true },
    start: { command: ["cat"], direct: true, file: "cat", argv: ["cat"], shell: "/bin/sh", cwd: "/" },
    historyLimit: 2000,
    metadata: [["name", "kept"]],
  };
  await hold(frozenProgram, join(holders, "00000000000000aa"), JSON.stringify(description));
  const tmux = async (...argv: string[]) => (await outputOf(daemon.tmux(...argv))).trimEnd();
  await daemon.start();
  expect(await tmux("list-panes", "-aF", "#S:#I #W #D")).toBe("frozen:5 cat %3");
  const pid = Number(await tmux("display-message", "-pt", "%3", "#{pane_pid}"));
  await tmux("send-keys", "-t", "%3", "typed once");
  const text = () => tmux("capture-pane", "-pt", "%3");
  await waitFor(async () => (await text()) === "readytyped once", "the echo");
  await daemon.kill9();
  expect(await text()).toBe("readytyped once");
  await tmux("resize-window", "-t", "frozen", "-x", "100", "-y", "30");
  await tmux("send-keys", "-t", "%3", ", twice");
  await waitFor(async () => (await text()) === "readytyped once, twice", "the second echo");
  await tmux("kill-session", "-t", "frozen");
  await waitFor(() => processHasEnded(pid), "the program to end");
});

test("the header keeps every frame of the frozen one", () => {
  const frozen = execFileSync("tar", ["-xzOf", join(root, FROZEN), "shared/wire.h"], { encoding: "utf8" });
  const now = readFileSync(join(root, "native/shared/wire.h"), "utf8");
  const frames = (header: string) =>
    [...header.matchAll(/\b((?:HOLDER|PANE)_[A-Z_]+) = (\d+)/g)].map(([all]) => all);
  expect(frames(frozen).length).toBeGreaterThan(15);
  expect(frames(now), HOW).toEqual(expect.arrayContaining(frames(frozen)));
});
