import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createConnection, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  CLIENT_FLAG,
  CLIENT_WIRE_VERSION,
  encodeExec,
  encodeExit,
  encodeProgress,
  encodeProgressLine,
  encodeRefused,
  encodeStderr,
  encodeStdout,
  encodeWantStdin,
} from "../../../src/wire/client-wire.ts";
import { encodeFrame } from "../../../src/wire/frames.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { type Call, clientProgram, FakeDaemon, Run, tmuxProgram } from "./clients.ts";

let daemon: FakeDaemon;
beforeEach(async () => {
  daemon = new FakeDaemon();
  await daemon.listen();
});
afterEach(() => daemon.close());

const run = (argv: readonly string[], options: ConstructorParameters<typeof Run>[1] = {}) =>
  new Run(argv, { ...options, env: { MULLION_DIR: daemon.directory, ...options.env } });
const shell = (script: string, program = clientProgram) =>
  run(["bash", "-c", script], { env: { CLIENT: program } });
const out = (text: string) => encodeStdout(Buffer.from(text));
const err = (text: string) => encodeStderr(Buffer.from(text));

describe("a call", () => {
  it("tells how and from where it was made", async () => {
    daemon.onCall = (call) => call.answer(encodeExit(0));
    const client = run([tmuxProgram, "list-panes", "-F", "#{pane_id}"], {
      cwd: "/usr",
      env: { SPECIAL: "a b=c" },
    });
    expect((await client.done).status).toBe(0);
    const call = await daemon.call(0);
    expect(call.preamble).toEqual({ role: "c", version: CLIENT_WIRE_VERSION });
    expect(call.hello).toMatchObject({
      flags: 0,
      pid: client.process.pid,
      program: "tmux",
      cwd: "/usr",
      ttyName: "",
      argv: ["list-panes", "-F", "#{pane_id}"],
    });
    expect(call.hello.environment).toContain("SPECIAL=a b=c");
    expect(call.hello.requestId).not.toBe(0n);
    await run([clientProgram, "ls"]).done;
    expect((await daemon.call(1)).hello).toMatchObject({ program: "mullion", argv: ["ls"] });
    expect(daemon.calls[1]!.hello.requestId).not.toBe(call.hello.requestId);
  });

  it.skipIf(process.platform !== "linux")("shows as a tmux client in process tables", async () => {
    const client = run([tmuxProgram, "wait-for", "x"]);
    const call = await daemon.call(0);
    expect(readFileSync(`/proc/${client.process.pid}/comm`, "utf8")).toBe("tmux: client\n");
    call.answer(encodeExit(0));
    await client.done;
  });
});

/** On Linux a call of `tmux` without a terminal begins before libc does, and goes over to the ordinary way where it must. */
describe.each([
  ["mullion", clientProgram],
  ["tmux", tmuxProgram],
])("a call of %s", (_name, program) => {
  it("carries an environment and an argument of a megabyte", async () => {
    daemon.onCall = (call) => call.answer(encodeExit(0));
    const big = "x".repeat(120_000);
    const env = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`BIG${i}`, big]));
    expect((await run([program, "run", big], { env }).done).status).toBe(0);
    expect(daemon.calls[0]!.hello.argv[1]).toBe(big);
    expect(daemon.calls[0]!.hello.environment).toContain(`BIG7=${big}`);
  });

  it.each([0, 1, 42, 255])("exits with status %d", async (status) => {
    daemon.onCall = (call) => call.answer(encodeExit(status));
    expect((await run([program, "x"]).done).status).toBe(status);
  });

  it("prints stdout and stderr apart, in order and complete", async () => {
    const block = "0123456789abcdef".repeat(4096);
    daemon.onCall = (call) => {
      for (let i = 0; i < 40; i++) call.answer(out(`${i}`), out(block), err(`<${i}>`));
      call.answer(encodeExit(0));
    };
    const apart = await run([program, "x"]).done;
    expect(apart.stdout.toString() === Array.from({ length: 40 }, (_, i) => i + block).join("")).toBe(true);
    expect(apart.stderr).toBe(Array.from({ length: 40 }, (_, i) => `<${i}>`).join(""));
    const together = await shell('"$CLIENT" x 2>&1', program).done;
    const expected = Array.from({ length: 40 }, (_, i) => `${i}${block}<${i}>`).join("");
    expect(together.stdout.toString() === expected).toBe(true);
  });

  it("waits for a slow reader on a non-blocking stdout", async () => {
    const block = Buffer.alloc(3_000_000, "slow reader ");
    daemon.onCall = (call) => call.answer(encodeStdout(block), encodeExit(0));
    const path = join(daemon.base, "reader.sock");
    const reader = createServer();
    await new Promise<void>((resolve) => reader.listen(path, resolve));
    const arriving = once(reader, "connection") as Promise<[Socket]>;
    const nonBlocking = createConnection(path);
    const [socket] = await arriving;
    // Node makes descriptors 0 to 2 of a child blocking again, but not descriptor 3.
    const client = spawn("sh", ["-c", 'exec "$0" x >&3', program], {
      env: { ...process.env, MULLION_DIR: daemon.directory },
      stdio: ["ignore", "ignore", "inherit", nonBlocking],
    });
    nonBlocking.destroy();
    await daemon.call(0);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(block)).toBe(true);
    if (client.exitCode === null) await once(client, "exit");
    expect(client.exitCode).toBe(0);
    reader.close();
  });

  it("dies of SIGPIPE without a word when its reader is gone", async () => {
    daemon.onCall = (call) => call.answer(encodeStdout(Buffer.alloc(1_000_000, "x")), encodeExit(0));
    const result = await shell('"$CLIENT" x | head -c 1 > /dev/null; echo "${PIPESTATUS[0]}"', program).done;
    expect(result.stdout.toString().trim()).toBe("141");
    expect(result.stderr).toBe("");
  });

  it("becomes the program that the daemon names", async () => {
    daemon.onCall = (call) =>
      call.answer(out("before "), encodeExec(["sh", "-c", "echo $0 $1; exit 7", "after", "it"]));
    const result = await run([program, "x"]).done;
    expect(result).toMatchObject({ status: 7, stderr: "" });
    expect(result.stdout.toString()).toBe("before after it\n");
    daemon.onCall = (call) => call.answer(encodeExec(["/nosuch"]));
    expect(await run([program, "x"]).done).toMatchObject({
      status: 1,
      stderr: "mullion: cannot run /nosuch: No such file or directory\n",
    });
  });

  it("prints why it was refused", async () => {
    daemon.onCall = (call) => call.answer(encodeRefused("this daemon is of another version"));
    expect(await run([program, "ls"]).done).toMatchObject({
      status: 1,
      stderr: "mullion: this daemon is of another version\n",
    });
  });

  it.each([
    ["a frame of 4 GB", Buffer.from([255, 255, 255, 255, 65])],
    ["a frame of an unknown type", encodeFrame(99)],
    ["another protocol", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")],
  ])("ends with a sentence on %s", async (_, bytes) => {
    daemon.onCall = (call) => call.answer(bytes);
    expect(await run([program, "x"]).done).toMatchObject({
      status: 1,
      stderr: "mullion: the daemon speaks another protocol\n",
    });
  });
});

describe("stdin", () => {
  it("is left alone unless the daemon wants it", async () => {
    daemon.onCall = (call) => call.answer(encodeExit(0));
    const client = shell('"$CLIENT" x; cat');
    client.process.stdin!.end("for cat");
    expect((await client.done).stdout.toString()).toBe("for cat");
    expect(daemon.calls[0]!.stdin.length).toBe(0);
  });

  it("is relayed to its end", async () => {
    const bytes = Buffer.alloc(5_000_000, "all of it\n");
    daemon.onCall = (call) => call.answer(encodeWantStdin(true));
    const client = run([tmuxProgram, "load-buffer", "-"]);
    client.process.stdin!.end(bytes);
    const call = await daemon.call(0);
    await waitFor(() => call.has("stdin-eof"), "the end of stdin");
    expect(call.stdin.equals(bytes)).toBe(true);
    call.answer(encodeExit(0));
    expect((await client.done).status).toBe(0);
  });

  it("stops when the daemon has enough, and goes on when it wants more", async () => {
    daemon.onCall = (call) => call.answer(encodeWantStdin(true));
    const client = shell('"$CLIENT" x; cat');
    const call = await daemon.call(0);
    client.process.stdin!.write("one\n");
    await waitFor(() => call.stdin.includes("one\n"), "the first line");
    call.answer(encodeWantStdin(false), out("stopped\n"));
    await waitFor(() => client.stdout.includes("stopped"), "the client to stop");
    client.process.stdin!.write("two\n");
    call.answer(encodeWantStdin(true));
    await waitFor(() => call.stdin.includes("two\n"), "the second line");
    call.answer(encodeWantStdin(false), encodeExit(0));
    client.process.stdin!.end();
    await client.done;
    expect(call.stdin.toString()).toBe("one\ntwo\n");
  });

  it("that was closed by the caller is empty", async () => {
    daemon.onCall = (call) => call.answer(encodeWantStdin(true));
    const client = shell('"$CLIENT" x <&-');
    const call = await daemon.call(0);
    await waitFor(() => call.has("stdin-eof"), "the end of stdin");
    call.answer(encodeExit(0));
    expect((await client.done).status).toBe(0);
  });
});

describe("signals", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s ends a client that only waits", async (signal) => {
    const client = run([tmuxProgram, "wait-for", "x"]);
    await daemon.call(0);
    client.process.kill(signal);
    expect((await client.done).signal).toBe(signal);
    await waitFor(() => daemon.calls[0]!.ended, "the daemon to notice");
  });

  it("goes to the daemon while stdin is relayed, and a second one ends the client", async () => {
    daemon.onCall = (call) => call.answer(encodeWantStdin(true), out("ready"));
    const client = run([tmuxProgram, "load-buffer", "-"]);
    const call = await daemon.call(0);
    await waitFor(() => client.stdout.includes("ready"), "relaying");
    client.process.kill("SIGTERM");
    await waitFor(() => call.has("signal"), "the signal");
    expect(call.messages.at(-1)).toEqual({ kind: "signal", signal: 15 });
    expect(client.ended).toBe(false);
    client.process.kill("SIGTERM");
    expect((await client.done).signal).toBe("SIGTERM");
  });

  it("ends a client that is stuck at a reader that does not read, when it comes twice", async () => {
    daemon.onCall = (call) => call.answer(encodeWantStdin(true), encodeStdout(Buffer.alloc(4_000_000, "x")));
    const client = run([tmuxProgram, "-C"]);
    client.process.stdout!.pause();
    await waitFor(() => client.process.stdout!.readableLength > 0, "a full pipe");
    client.process.kill("SIGINT");
    client.process.kill("SIGTERM");
    await waitFor(() => client.process.signalCode, "the client's end");
    client.process.stdout!.resume();
    await client.done;
  });

  it("ends with the daemon's status after the daemon has dealt with it", async () => {
    daemon.onCall = (call) => call.answer(encodeWantStdin(true), out("ready"));
    const client = run([tmuxProgram, "-C"]);
    const call = await daemon.call(0);
    await waitFor(() => client.stdout.includes("ready"), "relaying");
    client.process.kill("SIGHUP");
    await waitFor(() => call.has("signal"), "the signal");
    call.answer(out(" bye"), encodeExit(3));
    expect(await client.done).toMatchObject({ status: 3, signal: null });
    expect(client.stdout.toString()).toBe("ready bye");
  });

  it("keeps ignoring what its caller ignored", async () => {
    daemon.onCall = (call) => call.answer(encodeWantStdin(true), out("ready"));
    const client = shell("trap '' HUP; exec \"$CLIENT\" x");
    const call = await daemon.call(0);
    await waitFor(() => client.stdout.includes("ready"), "relaying");
    client.process.kill("SIGHUP");
    client.process.kill("SIGTERM");
    await waitFor(() => call.has("signal"), "a signal");
    expect(call.messages.filter((message) => message.kind === "signal")).toEqual([
      { kind: "signal", signal: 15 },
    ]);
    call.answer(encodeExit(0));
    expect((await client.done).status).toBe(0);
  });
});

describe("a daemon that vanishes before it has answered", () => {
  /** Each connection in turn is answered by the next of these. */
  const inTurn = (...answers: ((call: Call) => void)[]) => {
    let turn = 0;
    daemon.onCall = (call) => answers[Math.min(turn++, answers.length - 1)]!(call);
  };

  it("is asked again with the same id, and nothing is printed twice", async () => {
    inTurn(
      (call) => {
        call.answer(out("first second"), err("warn"));
        call.end();
      },
      (call) => call.drop(),
      (call) => call.answer(out("first "), err("warning"), out("second third"), encodeExit(5)),
    );
    const result = await run([tmuxProgram, "list-panes"]).done;
    expect(result).toMatchObject({ status: 5, stderr: "warning" });
    expect(result.stdout.toString()).toBe("first second third");
    const [first, second, third] = daemon.calls;
    expect(first!.hello.flags & CLIENT_FLAG.CLIENT_FLAG_RETRY).toBe(0);
    expect(second!.hello.flags & CLIENT_FLAG.CLIENT_FLAG_RETRY).not.toBe(0);
    expect(third!.hello).toEqual(second!.hello);
    expect(third!.hello.requestId).toBe(first!.hello.requestId);
  });

  it.each([
    ["tmux", tmuxProgram],
    ["mullion", clientProgram],
  ])("says something else on stderr, and %s prints all of it", async (_name, program) => {
    const long = `lines ${"x".repeat(5_000)}`;
    inTurn(
      (call) => {
        call.answer(err("same\n"), err("the host is away, and this call waits for it\n"));
        call.end();
      },
      (call) => {
        call.answer(err("same\n"), err("there is no such host\n"), err(long));
        call.end();
      },
      (call) => call.answer(err(`same\nthere is no such host\n${long} end`), encodeExit(5)),
    );
    expect(await run([program, "ls"]).done).toMatchObject({
      status: 5,
      stderr: `same\nthe host is away, and this call waits for it\nthere is no such host\n${long} end`,
    });
  });

  it("removes what the call waits for, and the next one's message is whole", async () => {
    inTurn(
      (call) => {
        call.answer(encodeProgressLine("1 s"), encodeProgressLine("2 s"));
        call.end();
      },
      (call) => call.answer(encodeProgressLine("3 s"), out("printed"), err("ended"), encodeExit(3)),
    );
    const result = await run([clientProgram, "wait"]).done;
    expect(result.stderr).toBe("\r\x1b[K1 s\r\x1b[K2 s\r\x1b[K\r\x1b[K3 s\r\x1b[Kended");
  });

  it("expects on stderr only what comes after the cursor", async () => {
    inTurn(
      (call) => {
        call.answer(err("once\n"), encodeProgress("a", Buffer.from("out")), err("twice\n"));
        call.end();
      },
      (call) => {
        call.answer(encodeProgress("a", Buffer.from("")), err("twice\n"), err("once\n"), encodeExit(5));
      },
    );
    expect(await run([clientProgram, "wait"]).done).toMatchObject({
      stderr: "once\ntwice\nonce\n",
      status: 5,
    });
  });

  it("continues at the cursor of the last progress, however often", async () => {
    const progress = (cursor: string, text: string) => encodeProgress(cursor, Buffer.from(text));
    inTurn(
      (call) => {
        call.answer(out("not "), progress("a", "repeated "), progress("b", "two "), out("three "));
        call.end();
      },
      // The fourth word comes in another piece than in the first attempt.
      (call) => {
        call.answer(progress("c", "thr"), out("ee four "));
        call.end();
      },
      ...Array.from({ length: 6 }, (_, i) => (call: Call) => {
        call.answer(progress(`${i}`, i === 0 ? "ee four five " : ""));
        call.end();
      }),
      (call) => call.answer(out("six"), encodeExit(5)),
    );
    const result = await run([clientProgram, "logs"]).done;
    expect(result.stdout.toString()).toBe("not repeated two three four five six");
    expect(result.status).toBe(5);
    const cursors = daemon.calls.map(({ hello }) => hello.cursor);
    expect(cursors).toEqual([undefined, "b", "c", "0", "1", "2", "3", "4", "5"]);
  });

  it("gets stdin again when it asks for it", async () => {
    inTurn(
      (call) => call.answer(encodeWantStdin(true)),
      (call) => call.answer(encodeWantStdin(true)),
    );
    const client = run([tmuxProgram, "load-buffer", "-"]);
    client.process.stdin!.write("early ");
    const first = await daemon.call(0);
    await waitFor(() => first.stdin.length === 6, "the first part");
    first.drop();
    client.process.stdin!.end("late");
    const second = await daemon.call(1);
    await waitFor(() => second.has("stdin-eof"), "the end of stdin");
    expect(second.stdin.toString()).toBe("early late");
    second.drop();
    const third = await daemon.call(2);
    await waitFor(() => third.has("stdin-eof"), "the end of stdin");
    expect(third.stdin.toString()).toBe("early late");
    third.answer(encodeExit(0));
    expect((await client.done).status).toBe(0);
  });

  it("is given up after five retries", async () => {
    inTurn((call) => call.drop());
    expect(await run([tmuxProgram, "ls"]).done).toMatchObject({ status: 1, stderr: "lost server\n" });
    expect(daemon.calls.length).toBe(6);
    expect(await run([clientProgram, "ls"]).done).toMatchObject({
      status: 1,
      stderr: "mullion: the connection to the daemon was lost before it answered\n",
    });
  });
});

describe("the runtime directory", () => {
  const refusal = async (path: string) => {
    const { status, stderr } = await run([clientProgram, "ls"], { env: { MULLION_DIR: path } }).done;
    expect(status).toBe(1);
    return stderr;
  };

  it("must be a real directory of ours, closed to others", async () => {
    const link = join(daemon.base, "link");
    symlinkSync(daemon.directory, link);
    expect(await refusal(link)).toMatch(/is a symbolic link/);
    const file = join(daemon.base, "file");
    writeFileSync(file, "");
    expect(await refusal(file)).toMatch(/is not a directory/);
    const open = join(daemon.base, "open");
    mkdirSync(open);
    chmodSync(open, 0o755);
    expect(await refusal(open)).toBe(`mullion: ${open} is open to other users: chmod 700 it\n`);
    expect(await refusal("relative")).toMatch(/must be an absolute path/);
    expect(await refusal("/nosuch/m")).toBe(
      "mullion: cannot make the directory /nosuch/m: No such file or directory\n",
    );
    if (process.getuid?.() === 0) expect(await refusal("/proc/1/task")).toMatch(/is open to other users/);
  });

  it("whose socket's path is too long is named", async () => {
    const long = join(daemon.base, "d".repeat(120));
    expect(await refusal(long)).toContain(
      `${long} is too long a path for sockets: choose a shorter MULLION_DIR`,
    );
  });
});
