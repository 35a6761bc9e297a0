import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { waitFor } from "../../test/fixtures/wait-for.ts";
import { need } from "../../test/setup/need.ts";
import { family } from "./family.ts";
import { processExists } from "./process-mark.ts";
import { familyOf, processTable } from "./process-table.ts";
import { readsTerminal, terminalUse } from "./reads-terminal.ts";

let script: ChildProcess | undefined;
afterEach(() => script?.kill("SIGKILL"));

/** Runs a command on its own terminal, which script(1) creates; returns its process and the terminal. */
async function onTerminal(command: string): Promise<{ pid: number; tty: string }> {
  script = spawn("script", ["-qec", command, "/dev/null"], { stdio: ["pipe", "ignore", "ignore"] });
  return (await waitFor(async () => {
    const [child] = familyOf(script!.pid!, await processTable()).filter(
      ({ parent }) => parent === script!.pid,
    );
    if (!child) return undefined;
    const tty = readlinkSync(`/proc/${child.pid}/fd/2`);
    return tty.startsWith("/dev/pts/") && { pid: child.pid, tty };
  }, "the command to run on its terminal")) as { pid: number; tty: string };
}

describe.runIf(process.platform === "linux" && need("script"))("readsTerminal", () => {
  test.each(["exec cat", "cat; true", "read line", "sh -c 'cat; true'; true"])("yes: %s", async (command) => {
    const { pid, tty } = await onTerminal(command);
    await waitFor(() => readsTerminal(pid, tty), "it to read");
    expect(readsTerminal(pid, "/dev/pts/none")).toBe(false);
  });

  test.each(["exec sleep 1000", "while :; do :; done", "sleep 1000 | cat; true"])(
    "no: %s",
    async (command) => {
      const { pid, tty } = await onTerminal(command);
      await waitFor(() => processExists(pid) && readsTerminal(pid, tty) === false, "it not to read");
      expect(readsTerminal(pid, tty)).toBe(false);
    },
  );

  test.runIf(need("bash"))("yes, in front of hundreds of processes", async () => {
    const { pid, tty } = await onTerminal(
      "exec bash -c 'for i in {1..600}; do sleep 1000 & done; read x; kill $(jobs -p)'",
    );
    await waitFor(() => readsTerminal(pid, tty), "it to read");
    expect(terminalUse(pid, pid, tty)?.waits).toBe("read");
    expect(family(pid).length).toBeLessThan(600);
    for (const each of familyOf(pid, await processTable())) process.kill(each.pid);
  });

  /** What it waits for, once its main thread sleeps in this function of the kernel. */
  async function useOf(command: string, where: RegExp): Promise<string | undefined> {
    const { pid, tty } = await onTerminal(command);
    await waitFor(() => where.test(readFileSync(`/proc/${pid}/wchan`, "utf8")), "its sleep");
    return terminalUse(pid, pid, tty)?.waits;
  }
  const node = (code: string) => `exec ${process.execPath} -e '${code}'`;
  const READS = /^(wait_woken|n_tty_read)$/;
  const POLLS = /epoll|ep_poll/;

  test.runIf(need("bash"))("a connection that is read is not the terminal", async () => {
    const server = createServer(() => {}).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { readonly port: number };
    try {
      const command = `exec bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}; read -u 3'`;
      expect(await useOf(command, READS)).toBe("no");
    } finally {
      server.close();
    }
  });

  test("the terminal is read under its other name, and in another thread", async () => {
    expect(await useOf("exec cat </dev/tty", READS)).toBe("read");
    const reader = 'require("fs").readSync(0, Buffer.alloc(9))'.replaceAll('"', "`");
    const wait = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)";
    const command = node(`new (require("worker_threads").Worker)("${reader}", { eval: true }); ${wait}`);
    const { pid, tty } = await onTerminal(command);
    await waitFor(() => terminalUse(pid, pid, tty)?.waits === "read", "the thread to read");
  });

  /** What its programs wait for behind another one that has the terminal. */
  async function waitsBehind(command: string, waits: string, program: string): Promise<void> {
    const { pid, tty } = await onTerminal(command);
    const isSo = () => {
      const use = terminalUse(pid, pid, tty);
      return use?.waits === waits && use.argv[0] === program;
    };
    await waitFor(isSo, `${program} to wait: ${waits}`);
  }

  test.each([
    ["cat", "read", "cat"],
    ["sleep 1000", "no", "sleep"],
    ["script -qc cat /dev/null", "read", "cat"],
  ])("a program on the terminal of a relay counts, not the relay: %s", async (command, waits, program) => {
    await waitsBehind(`exec script -qc "exec ${command}" /dev/null`, waits, program);
  });

  test("a program in a session without a terminal reads the one that it inherited", async () => {
    await waitsBehind("setsid -w cat; true", "read", "cat");
  });

  test.each([
    ["poll", "process.stdin.resume()"],
    ["no", "setInterval(() => {}, 1e6)"],
  ])("a program that waits for several things: %s, %s", async (waits, code) => {
    const { pid, tty } = await onTerminal(node(code));
    await waitFor(() => POLLS.test(readFileSync(`/proc/${pid}/wchan`, "utf8")), "its sleep");
    await waitFor(() => terminalUse(pid, pid, tty)?.waits === waits, waits);
  });
});
