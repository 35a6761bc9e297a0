import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { startDaemon, type TestDaemon } from "../../fixtures/daemon.ts";
import { tmuxProgram } from "./clients.ts";

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
