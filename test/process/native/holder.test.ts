import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createConnection } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { encodeFrame, encodePreamble } from "../../../src/wire/frames.ts";
import {
  encodeAck,
  encodeClose,
  encodeDescribe,
  encodeForget,
  encodeListen,
  encodeResize,
  encodeResume,
  encodeSignal,
  HOLDER_DESCRIPTION_BYTES,
  HOLDER_KEEP_BYTES,
  HOLDER_WIRE_VERSION,
} from "../../../src/wire/holder-wire.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import {
  Connection,
  type HeldPane,
  hasEnded,
  isAlive,
  killQuietly,
  Launcher,
  processState,
} from "./holders.ts";

const launcher = new Launcher();
afterAll(() => launcher.stop());

/** Numbered lines, eight bytes each with the line end: 00001\r\n and so on. */
const countTo = (lines: number) => [
  "sh",
  "-c",
  `stty -opost; seq -f %07.0f 1 ${lines} | cat; exec sleep 1000`,
];
const counted = (lines: number) => {
  let text = "";
  for (let i = 1; i <= lines; i++) text += `${String(i).padStart(7, "0")}\n`;
  return text;
};

describe("output", () => {
  it("that was printed just before the exit is delivered before it", async () => {
    for (let run = 0; run < 200; run++) {
      const pane = await launcher.open(["sh", "-c", "head -c 65536 /dev/zero | tr '\\0' x; exit 3"]);
      expect(await pane.connection.next("exit")).toMatchObject({ status: 3, signal: 0, finalOffset: 65536 });
      expect(pane.connection.output.length).toBe(65536);
      await pane.forget();
    }
  }, 120_000);

  it("waits in the child when nobody accepts it, and none is lost", async () => {
    const pane = await launcher.open(countTo(1_000_000), { accepting: false });
    const connection = pane.connection;
    await waitFor(
      () => connection.end === HOLDER_KEEP_BYTES,
      () => `a full holder: ${connection.end}`,
    );
    await waitFor(
      () => childrenOf(pane.childPid).every((pid) => processState(pid) === "S"),
      "a child that waits",
    );
    expect(connection.end).toBe(HOLDER_KEEP_BYTES);
    connection.acceptAll();
    await waitFor(() => connection.end === 8_000_000, "all 8 MB", 60_000);
    expect(connection.text() === counted(1_000_000)).toBe(true);
    await pane.close();
  }, 90_000);

  it("goes on at the offset where the next connection resumes", async () => {
    const pane = await launcher.open(countTo(50_000), { accepting: false });
    const first = pane.connection;
    await waitFor(() => first.end === 400_000, "all output");
    const second = pane.reconnect({ resumeAt: 123_456 });
    await waitFor(() => second.end === 400_000, "the rest");
    expect(second.text() === counted(50_000).slice(123_456)).toBe(true);
    expect(await first.next("refused")).toMatchObject({
      sentence: "a newer connection has taken over this pane",
    });
    expect((await second.next("welcome")).welcome).toMatchObject({ firstOffset: 0, endOffset: 400_000 });
    const third = pane.reconnect({ resumeAt: 300_000 });
    expect((await third.next("welcome")).welcome).toMatchObject({ firstOffset: 400_000 });
    await pane.close();
  });

  it("of a whole life waits for a daemon that comes after the exit, as does the exit", async () => {
    const pane = await launcher.open(["sh", "-c", "echo last words; kill -TERM $$"]);
    await pane.connection.next("exit");
    pane.connection.socket.destroy();
    const later = new Connection(pane.socketPath, { resumeAt: 4 });
    expect(await later.next("exit")).toMatchObject({ status: 0, signal: 15, finalOffset: 12 });
    expect((await later.next("welcome")).welcome.exited).toBe(true);
    pane.connection = later;
    await pane.forget();
  });

  it("is drained to its end although a background job keeps the terminal open", async () => {
    const pane = await launcher.open([
      "sh",
      "-c",
      "trap '' HUP; sleep 1000 & echo $!; printf %05000d 7; exit 0",
    ]);
    expect(await pane.connection.next("exit")).toMatchObject({ status: 0 });
    const [job, rest] = pane.connection.text().split("\r\n");
    expect(rest).toHaveLength(5000);
    expect(isAlive(Number(job))).toBe(true);
    await pane.forget();
    killQuietly(Number(job));
  });
});

describe("input", () => {
  it("is typed once, however often an id is sent, and acknowledged each time", async () => {
    const pane = await launcher.open(["sh", "-c", "stty raw -echo; echo ready; exec cat"]);
    await pane.connection.outputHas("ready");
    pane.connection.type("a", 1n);
    pane.connection.type("b", 2n);
    pane.connection.type("a", 1n);
    await pane.connection.outputHas("ab");
    const again = pane.reconnect();
    again.type("b", 2n);
    again.type("c", 3n);
    await again.outputHas("c");
    await waitFor(() => taken(again).length === 2, "both acknowledgements");
    expect(taken(again)).toEqual([2n, 3n]);
    expect(again.text()).toBe("c");
    await pane.close();
  });

  it("waits for a child that does not read, and is acknowledged only when written", async () => {
    const pane = await launcher.open([
      "sh",
      "-c",
      "stty raw -echo; echo ready; read -r go < /dev/null; sleep 1000",
    ]);
    await pane.connection.outputHas("ready");
    for (let id = 1n; id <= 8n; id++) pane.connection.type(Buffer.alloc(64 * 1024, "x"), id);
    const state = await pane.connection.state(1);
    expect(state.queuedInputBytes).toBeGreaterThan(300_000);
    expect(taken(pane.connection)).not.toContain(8n);
    expect(state).toMatchObject({ canonical: false, echo: false, alive: true });
    await pane.close(100);
  });

  it("beyond what a holder keeps does not stop a newer connection from closing the pane", async () => {
    const pane = await launcher.open(["sh", "-c", "stty raw -echo; echo ready; sleep 1000"]);
    await pane.connection.outputHas("ready");
    for (let i = 0; i < 40; i++) pane.connection.type(Buffer.alloc(64 * 1024, "x"));
    pane.reconnect();
    await pane.close(2000);
  });

  it("arrives whole and in order at a raw reader", async () => {
    const bytes = Buffer.from(counted(200_000));
    const pane = await launcher.open([
      "sh",
      "-c",
      `stty raw -echo; echo ready; head -c ${bytes.length} | sha256sum`,
    ]);
    await pane.connection.outputHas("ready");
    for (let at = 0, id = 1n; at < bytes.length; at += 100_000, id++)
      pane.connection.type(bytes.subarray(at, at + 100_000), id);
    await pane.connection.outputHas(createHash("sha256").update(bytes).digest("hex"));
    await pane.forget();
  });
});

describe("a pane", () => {
  it("tells its state: foreground, terminal modes, command and directory", async () => {
    const pane = await launcher.open(["bash", "--norc", "-i"], { cwd: "/usr" });
    await pane.connection.outputHas("$ ");
    pane.connection.type("cd /usr/lib; sleep 1000\r");
    let sequence = 1;
    const state = await waitFor(async () => {
      const seen = await pane.connection.state(sequence++);
      return seen.command === "sleep" ? seen : undefined;
    }, "sleep in the foreground");
    expect(state).toMatchObject({ canonical: true, echo: true, alive: true, cwd: "/usr/lib" });
    expect(state.foregroundPgrp).not.toBe(pane.childPid);
    pane.connection.write(encodeSignal(2, "foreground"));
    const prompt = await waitFor(async () => {
      const seen = await pane.connection.state(sequence++);
      return seen.command === "bash" && !seen.canonical ? seen : undefined;
    }, "the prompt");
    expect(prompt.foregroundPgrp).toBe(pane.childPid);
    await pane.close();
    const welcome = (await pane.connection.next("welcome")).welcome;
    expect(welcome).toMatchObject({ holderPid: pane.holderPid, childPid: pane.childPid, exited: false });
    expect(welcome.tty).toMatch(/^\/dev\//);
    expect(Math.abs(welcome.startTimeMs - Date.now())).toBeLessThan(60_000);
  });

  it("has the size it was given, and the one it is given later", async () => {
    const pane = await launcher.open(
      ["sh", "-c", "trap 'stty size' WINCH; stty size; while :; do sleep 0.05; done"],
      {
        size: { cols: 91, rows: 33 },
      },
    );
    await pane.connection.outputHas("33 91");
    pane.connection.write(encodeResize({ cols: 132, rows: 50 }));
    await pane.connection.outputHas("50 132");
    await pane.close();
  });

  it("is signalled: the child alone, or the whole session", async () => {
    const pane = await launcher.open([
      "sh",
      "-c",
      "trap 'echo got it' USR1; echo ready; while :; do sleep 0.05; done",
    ]);
    await pane.connection.outputHas("ready");
    pane.connection.write(encodeSignal(10, "child"));
    await pane.connection.outputHas("got it");
    pane.connection.write(encodeSignal(9, "session"));
    expect(await pane.connection.next("exit")).toMatchObject({ signal: 9 });
    await pane.forget();
  });

  it("survives hang-ups, interrupts and terminations of its holder", async () => {
    const pane = await launcher.open(["cat"]);
    for (const signal of ["SIGHUP", "SIGINT", "SIGTERM", "SIGPIPE"] as const)
      process.kill(pane.holderPid, signal);
    pane.connection.type("alive\n");
    await pane.connection.outputHas("alive\r\nalive\r\n");
    await pane.close();
  });

  it.skipIf(process.platform !== "linux")(
    "reports a program that closes its terminal only when it ends",
    async () => {
      const pane = await launcher.open(["sh", "-c", "echo bye; exec 0<&- 1>&- 2>&-; sleep 0.3; exit 4"]);
      await pane.connection.outputHas("bye");
      const ticks = cpuTicks(pane.holderPid);
      expect(await pane.connection.next("exit")).toMatchObject({ status: 4 });
      expect(cpuTicks(pane.holderPid) - ticks).toBeLessThan(10); // it waited, and did not spin
      await pane.forget();
    },
  );
});

describe("closing", () => {
  it("hangs up, and kills what ignored that after the grace", async () => {
    const stubborn =
      "trap '' HUP TERM; sh -c 'trap \"\" HUP; exec sleep 1000' & echo pids $! .; while :; do sleep 0.05; done";
    const pane = await launcher.open(["sh", "-c", stubborn]);
    await pane.connection.outputHas(" .\r\n");
    const job = Number(/pids (\d+)/.exec(pane.connection.text())![1]);
    const start = Date.now();
    await pane.close(400);
    expect(Date.now() - start).toBeGreaterThanOrEqual(390);
    expect(pane.connection.last("exit")).toMatchObject({ signal: 9 });
    await waitFor(() => hasEnded(job), "the background job's end");
  });

  it("reaches stopped jobs and background jobs of an interactive shell", async () => {
    const pane = await launcher.open(["sh", "-i"]);
    await pane.connection.outputHas("$ ");
    pane.connection.type("sleep 1001 & echo job=$!.\r");
    pane.connection.type("sh -c 'echo job=$$.; kill -STOP $$; sleep 1002'\r");
    const jobs = await waitFor(() => {
      const found = [...pane.connection.text().matchAll(/job=(\d+)\./g)].map((match) => Number(match[1]));
      return found.length === 2 && processState(found[1]!) === "T" ? found : undefined;
    }, "a background job and a stopped one");
    await pane.close(3000);
    for (const job of jobs) await waitFor(() => hasEnded(job), `the end of ${job}`, 2500);
  });

  it("finishes the grace of what is left after the holder was told to forget", async () => {
    const pane = await launcher.open([
      "sh",
      "-c",
      "sh -c 'trap \"\" HUP; echo $$ .; exec sleep 1000' & wait",
    ]);
    await pane.connection.outputHas(" .\r\n");
    const job = Number.parseInt(pane.connection.text(), 10);
    await pane.close(500);
    await waitFor(() => hasEnded(job), "the background job's end");
  });

  it("is refused too early to forget, and needs nothing once the child has exited", async () => {
    const pane = await launcher.open(["cat"]);
    pane.connection.write(encodeForget());
    expect(await pane.connection.next("refused")).toMatchObject({
      sentence: expect.stringContaining("before the child's exit"),
    });
    pane.reconnect();
    pane.connection.type("\x04");
    await pane.connection.next("exit");
    pane.connection.write(encodeClose(10));
    await pane.forget();
  });
});

describe("a description", () => {
  it("is stored with the launch, replaced on request and returned in every welcome", async () => {
    const pane = await launcher.open(["cat"], { description: '{"pane":"%1 é"}' });
    expect((await pane.connection.next("welcome")).welcome.description).toBe('{"pane":"%1 é"}');
    const longest = "x".repeat(HOLDER_DESCRIPTION_BYTES);
    for (const description of ["second", "", longest]) {
      pane.connection.write(encodeDescribe(description));
      await pane.connection.state(1);
      const { welcome } = await pane.reconnect().next("welcome");
      expect(welcome.description === description).toBe(true);
    }
    const resumed = Buffer.concat([encodePreamble("h", HOLDER_WIRE_VERSION), encodeResume(0)]);
    const bytes = Buffer.concat([resumed, encodeDescribe(`${longest}x`)]);
    expect(await answerTo(pane, bytes)).toContain("longer than a description may be");
    pane.reconnect();
    await pane.close();
  });
});

describe("a holder's connection", () => {
  it("is refused with a sentence when it breaks the protocol, and the pane goes on", async () => {
    const pane = await launcher.open(["cat"]);
    const preamble = encodePreamble("h", HOLDER_WIRE_VERSION);
    const resumed = Buffer.concat([preamble, encodeResume(0)]);
    const cases = [
      [Buffer.from("GET / HTTP/1.1\r\n\r\n"), "that was not its protocol"],
      [encodePreamble("c", HOLDER_WIRE_VERSION), "that was not its protocol"],
      [encodePreamble("h", 2), "another version"],
      [Buffer.concat([preamble, Buffer.from([255, 255, 255, 255, 1])]), "longer than this protocol allows"],
      [Buffer.concat([preamble, encodeAck(0)]), "must be HOLDER_RESUME"],
      [Buffer.concat([preamble, encodeResume(99_999)]), "beyond the end"],
      [Buffer.concat([resumed, encodeAck(99_999)]), "beyond the output"],
      [Buffer.concat([resumed, encodeResume(0)]), "twice"],
      [Buffer.concat([resumed, encodeFrame(200)]), "unknown type"],
      [Buffer.concat([resumed, encodeFrame(3, Buffer.from([1]))]), "no input id"],
      [Buffer.concat([resumed, encodeFrame(4)]), "too short"],
      [Buffer.concat([resumed, encodeFrame(5, Buffer.from([0, 0]))]), "no signal"],
      [Buffer.concat([resumed, encodeFrame(6)]), "no sequence"],
      [Buffer.concat([resumed, encodeFrame(7)]), "no grace"],
    ] as const;
    for (const [bytes, sentence] of cases) expect(await answerTo(pane, bytes)).toContain(sentence);
    pane.reconnect();
    pane.connection.type("alive\n");
    await pane.connection.outputHas("alive\r\nalive\r\n");
    await pane.close();
  });

  it.skipIf(process.getuid?.() !== 0)(
    "is refused to another user, even where the path is open to all",
    async () => {
      const pane = await launcher.open(["cat"]);
      chmodSync(launcher.directory, 0o755);
      expect(statSync(pane.socketPath).mode & 0o777).toBe(0o600);
      chmodSync(pane.socketPath, 0o666);
      const script = "require('net').createConnection(process.argv[1]).pipe(process.stdout)";
      const stranger = spawnSync(process.execPath, ["-e", script, pane.socketPath], {
        uid: 65534,
        encoding: "latin1",
      });
      expect(stranger.stdout).toContain("this pane belongs to another user");
      await pane.close();
    },
  );

  it("is not displaced by one that never says what it wants", async () => {
    const pane = await launcher.open(["cat"]);
    await pane.connection.next("welcome");
    const idle = createConnection(pane.socketPath);
    const half = createConnection(pane.socketPath, () =>
      half.write(encodePreamble("h", HOLDER_WIRE_VERSION).subarray(0, 5)),
    );
    pane.connection.type("mine\n");
    await pane.connection.outputHas("mine\r\nmine\r\n");
    expect(pane.connection.ended).toBe(false);
    idle.destroy();
    half.destroy();
    await pane.close();
  });
});

function taken(connection: Connection): bigint[] {
  return connection.messages.flatMap((message) => (message.kind === "input-taken" ? [message.inputId] : []));
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ").map(Number);
}

/** User and system time of a process, in hundredths of a second. */
function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]!.split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

/** Everything that a holder says to these bytes until it closes. */
function answerTo(pane: HeldPane, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const socket = createConnection(pane.socketPath, () => socket.write(bytes));
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
  });
}

describe("a socket file that was removed", () => {
  const directory = join(launcher.directory, "gone");
  /** A pane whose socket stands in directories of its own, as in a runtime directory. */
  const open = async (name: string) => {
    mkdirSync(join(directory, "h"), { recursive: true, mode: 0o700 });
    return launcher.open(["cat"], { socketPath: join(directory, "h", name) });
  };
  const echoes = async (connection: Connection, word: string) => {
    connection.type(`${word}\n`, randomBytes(8).readBigUInt64LE());
    await connection.outputHas(`${word}\r\n${word}`);
  };

  it("is made again, with its directories, when a daemon asks", async () => {
    const pane = await open("asked");
    expect((await pane.connection.next("welcome")).welcome.relistens).toBe(true);
    rmSync(directory, { recursive: true });
    pane.connection.write(encodeListen());
    await waitFor(() => existsSync(pane.socketPath), "the socket");
    expect(statSync(pane.socketPath).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(pane.socketPath)).mode & 0o777).toBe(0o700);
    await echoes(pane.connection, "old");
    await echoes(pane.reconnect(), "new");
    await pane.close();
    expect(existsSync(pane.socketPath)).toBe(false);
  });

  it("is made again when the daemon dies, and at SIGUSR1", async () => {
    const pane = await open("dies");
    await pane.connection.next("welcome");
    rmSync(directory, { recursive: true });
    pane.connection.socket.destroy();
    await waitFor(() => existsSync(pane.socketPath), "the socket after the daemon's death");
    rmSync(pane.socketPath);
    process.kill(pane.holderPid, "SIGUSR1");
    await waitFor(() => existsSync(pane.socketPath), "the socket after SIGUSR1");
    await echoes(pane.reconnect(), "found");
    await pane.close();
  });

  it("stays as it is where it is still there", async () => {
    const pane = await open("there");
    await pane.connection.next("welcome");
    const { ino } = statSync(pane.socketPath);
    pane.connection.write(encodeListen());
    await pane.connection.state(1);
    expect(statSync(pane.socketPath).ino).toBe(ino);
    await pane.close();
  });
});
