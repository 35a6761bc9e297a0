import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { ask, exchange, messagesIn, opening, preamble } from "./socket-client.ts";

let daemon: TestDaemon;
let pid: number;
beforeAll(async () => {
  daemon = await startDaemon();
  pid = daemon.pid()!;
  await daemon.tmux("new-session", "-d", "-s", "here", "cat");
});
afterAll(async () => {
  // Whatever was thrown at it: it is the same daemon, and it works.
  expect(daemon.pid()).toBe(pid);
  expect((await daemon.tmux("list-sessions", "-F", "#{session_name}")).stdout).toBe("here\n");
  await daemon.stop();
});

test.each([["HTTP", Buffer.from("GET / HTTP/1.1\r\n\r\n"), "HTTP/1.1 400 Bad Request\r\n"]])(
  "%s is told what this is",
  async (_what, bytes, answer) => {
    expect(String(await exchange(daemon, bytes))).toContain(answer);
  },
);

test.each([
  [
    "a preamble that is none",
    Buffer.from([0xf5, 1, 2, 3, 4, 5, 6, 7, 8]),
    "does not begin as Mullion's wire does",
  ],
  [
    "a frame of 4 GB",
    Buffer.concat([preamble(), Buffer.from([0xff, 0xff, 0xff, 0xff, 1])]),
    "4294967295 bytes",
  ],
  ["an unknown frame", Buffer.concat([preamble(), Buffer.from([0, 0, 0, 0, 99])]), "no message of type 99"],
  [
    "a hello that is cut short",
    Buffer.concat([preamble(), Buffer.from([1, 0, 0, 0, 1, 7])]),
    "shorter than its fields",
  ],
  ["stdin before a hello", Buffer.concat([preamble(), Buffer.from([0, 0, 0, 0, 3])]), "says hello first"],
  ["another version", preamble(77), "this client speaks version 77 of the wire"],
])("%s is refused with a sentence", async (_what, bytes, sentence) => {
  const messages = messagesIn(await exchange(daemon, bytes));
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({ kind: "refused", sentence: expect.stringContaining(sentence) });
});

test("random bytes after a good preamble do not disturb anybody", async () => {
  // A random length may be that of a frame which never comes whole: it is given up with its sender.
  const attempts = Array.from({ length: 50 }, () =>
    exchange(daemon, Buffer.concat([preamble(), randomBytes(2000)]), { leaves: true }),
  );
  await Promise.all(attempts);
  expect((await ask(daemon, ["list-sessions", "-F", "#{session_name}"])).stdout).toBe("here\n");
});

test("an environment of 1 MB", async () => {
  const own = Object.entries(daemon.env).map(([name, value]) => `${name}=${value}`);
  const environment = [...own, ...[...Array(1000).keys()].map((i) => `BIG_${i}=${"v".repeat(1024)}`)];
  const { stdout, status } = await ask(daemon, ["display-message", "-p", "ok"], { environment });
  expect({ stdout, status }).toEqual({ stdout: "ok\n", status: 0 });
});

test("a client that hangs up in the middle of its call", async () => {
  for (let cut = 1; cut < 60; cut += 7) {
    const bytes = opening(daemon, ["new-window", "-d", "cat"]);
    await new Promise<void>((resolve) => {
      const socket = connect(join(daemon.dir, "m/daemon.sock"), () => {
        socket.write(bytes.subarray(0, bytes.length - cut), () => socket.destroy());
      });
      socket.on("close", () => resolve());
    });
  }
  expect((await ask(daemon, ["list-windows", "-t", "here", "-F", "#{window_id}"])).stdout).toBe("@0\n");
});

test("a directory that is gone", async () => {
  const { stdout, status } = await daemon.tmux(
    "new-window",
    "-d",
    "-P",
    "-F",
    "#{pane_id}",
    "-c",
    "/no/such/place",
    "cat",
  );
  // As tmux: the pane starts at home.
  expect({ status, id: /^%\d+\n$/.test(stdout) }).toEqual({ status: 0, id: true });
  await daemon.tmux("kill-pane", "-t", stdout.trim());
});

test("a directory that is gone, for a program that is run directly", async () => {
  const { status, stderr } = await daemon.run("run", "-c", "/no/such/place", "--", "cat");
  expect(status).toBe(1);
  expect(stderr).toContain("/no/such/place");
  expect(stderr).toContain("No such file or directory");
});

test("reports a missing program to its caller", async () => {
  const { status, stderr } = await daemon.run("run", "--", "/no/such/program");
  expect(status).toBe(1);
  expect(stderr).toContain("No such file or directory");
  expect((await daemon.tmux("list-sessions", "-F", "#{session_name}")).stdout).toBe("here\n");
});

test("names with escape codes lose them", async () => {
  const evil = "a\u001b]0;owned\u0007b\u001b[31m";
  await daemon.tmux("new-window", "-d", "-n", evil, "cat");
  const { stdout } = await daemon.tmux("list-windows", "-t", "here", "-F", "#{window_name}");
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
  const ls = await daemon.run("ls", "--json");
  expect(ls.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
});
