import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { encodeExit } from "../../../src/wire/client-wire.ts";
import { startDaemon, type TestDaemon } from "../../fixtures/daemon.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { FakeDaemon, Run, tmuxProgram } from "./clients.ts";

const object = fileURLToPath(new URL("../../../native/build/fast-path.o", import.meta.url));
const linux = process.platform === "linux" && ["x64", "arm64"].includes(process.arch);

it.skipIf(!linux)("what runs before libc refers to nothing but libc's own start", () => {
  expect(existsSync(object)).toBe(true);
  expect(undefinedSymbols(object)).toEqual(["_start"]);
});

it.skipIf(!linux || process.env.MULLION_CLIENT_BIN)("is where the program begins", () => {
  const entry = /Entry point address:\s+0x([0-9a-f]+)/.exec(tool("readelf", "-h", tmuxProgram))?.[1];
  expect(tool("nm", tmuxProgram)).toMatch(new RegExp(`^0*${entry} T fast_start$`, "m"));
});

/** The memory use of a call shows which code served it: libc allocates some before main runs. */
it.skipIf(!linux || process.env.MULLION_CLIENT_BIN)("carries out a plain call, and ends it", async () => {
  const daemon = await startDaemon();
  try {
    await daemon.tmux("new-session", "-d", "cat");
    const plain = leastMemoryKb(daemon, "</dev/null");
    const throughMain = leastMemoryKb(daemon, "<&-"); // A closed stream is left to main.
    expect(plain).toBeLessThan(throughMain);
  } finally {
    await daemon.stop();
  }
});

/** The fast path waits for one descriptor, main for several. A sanitised program runs the same source, on libc. */
it.skipIf(!linux)("waits for the daemon before main does", async () => {
  const daemon = new FakeDaemon();
  await daemon.listen();
  const run = new Run([tmuxProgram, "list-panes"], { env: { MULLION_DIR: daemon.directory } });
  try {
    const call = await daemon.call();
    expect(await waitFor(() => waitsFor(run.process.pid!), "a process that polls")).toBe(1);
    call.answer(encodeExit(3));
    expect((await run.done).status).toBe(3);
  } finally {
    run.process.kill("SIGKILL");
    daemon.close();
  }
});

const PPOLL = { x64: "271", arm64: "73" }[process.arch as "x64" | "arm64"];

/** The number of descriptors that a process waits for; undefined while it does something else. */
function waitsFor(pid: number): number | undefined {
  const [call, , count] = readFileSync(`/proc/${pid}/syscall`, "utf8").split(" ");
  return call === PPOLL ? Number(count) : undefined;
}

const STEP_KB = 32;

function leastMemoryKb({ env }: TestDaemon, stdin: string): number {
  const call = `"${tmuxProgram}" display-message -p answered ${stdin}`;
  for (let kb = STEP_KB; kb < 1 << 16; kb += STEP_KB) {
    const script = `ulimit -c 0; ulimit -d ${kb}; exec ${call}`;
    const { status, stdout } = spawnSync("/bin/sh", ["-c", script], { env, encoding: "utf8" });
    if (status === 0 && stdout === "answered\n") return kb;
  }
  throw new Error("the call needs more memory than is tried here");
}

function undefinedSymbols(path: string): readonly string[] {
  return [...tool("nm", "-u", path).matchAll(/U (\S+)/g)].map(([, name]) => name!);
}

function tool(name: string, ...args: readonly string[]): string {
  return execFileSync(name, args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
}
