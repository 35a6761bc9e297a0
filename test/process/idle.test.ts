import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";

let daemon: TestDaemon;
beforeEach(() => {
  daemon = prepareInstance();
});
afterEach(() => daemon.stop());

const log = () => readFileSync(join(daemon.dir, "m/daemon.log"), "utf8");

describe("a daemon in which nothing is left", () => {
  const IDLE_MS = 600;
  beforeEach(() => {
    daemon.env.MULLION_IDLE_MS = String(IDLE_MS);
  });
  const ended = () => waitFor(() => daemon.pid() === undefined, "the daemon's end");
  /** Longer than it takes for a daemon that may end to do so: another instance, started later, has ended. */
  const longEnough = async () => {
    const other = prepareInstance();
    other.env.MULLION_IDLE_MS = String(2 * IDLE_MS);
    await other.run("ls");
    await waitFor(() => other.pid() === undefined, "the other daemon's end");
    await other.stop();
  };

  test("ends by itself after the last session, and the next call starts another", async () => {
    await daemon.tmux("new-session", "-d", "-s", "a", "cat");
    const pid = daemon.pid();
    await longEnough();
    expect(daemon.pid()).toBe(pid);
    await daemon.tmux("kill-session", "-t", "a");
    await ended();
    expect(log()).toMatch(/nothing is left\n.*ended; panes stay/);
    expect((await daemon.run("ls")).status).toBe(0);
  });

  test("stays for a client that is connected", async () => {
    // The session keeps the daemon until the client is there, however slow the machine is.
    await daemon.tmux("new-session", "-d", "-s", "a", "cat");
    const pid = daemon.pid();
    const client = connect(join(daemon.dir, "m/daemon.sock"));
    client.write('{"id":1,"method":"initialize","params":{"protocol_version":"1"}}\n');
    await new Promise((resolve) => client.once("data", resolve));
    await daemon.tmux("kill-session", "-t", "a");
    await longEnough();
    expect(daemon.pid()).toBe(pid);
    client.destroy();
    await ended();
  });

  test("stays while HTTP is open", async () => {
    await daemon.run("token");
    const pid = daemon.pid();
    await longEnough();
    expect(daemon.pid()).toBe(pid);
    await daemon.run("token", "--off");
    await ended();
  });

  test("stays where `mullion up` asked for it, until `mullion down`", async () => {
    await daemon.run("up");
    await daemon.kill9();
    await daemon.run("ls");
    const pid = daemon.pid();
    await longEnough();
    expect(daemon.pid()).toBe(pid);
    await daemon.run("down");
    await daemon.run("ls");
    await ended();
  });

  test("is not kept by programs that only ask", async () => {
    await daemon.run("ls");
    await daemon.run("version");
    await daemon.run("doctor");
    await ended();
  });
});

test.runIf(process.platform === "linux")(
  "2,000 connections that say nothing keep no descriptors",
  async () => {
    await daemon.start();
    const descriptors = () => readdirSync(`/proc/${daemon.pid()}/fd`).length;
    const before = descriptors();
    const path = join(daemon.dir, "m/daemon.sock");
    const sockets: Socket[] = [];
    while (sockets.length < 2_000) {
      // This side does not leave when the other does, as a program that hangs would not.
      const socket = connect({ path, allowHalfOpen: true });
      const connected = new Promise((resolve) => {
        socket.on("connect", () => resolve(true));
        socket.on("error", () => resolve(false)); // Too many wait to be accepted just now.
      });
      socket.pause();
      if (await connected) sockets.push(socket);
    }
    try {
      await waitFor(() => descriptors() > before + 1_900, "all connections");
      await waitFor(() => descriptors() <= before, "their end", 13_000);
      expect((await daemon.run("ls")).status).toBe(0);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  },
  60_000,
);
