import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
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

function undefinedSymbols(path: string): readonly string[] {
  return [...tool("nm", "-u", path).matchAll(/U (\S+)/g)].map(([, name]) => name!);
}

function tool(name: string, ...args: readonly string[]): string {
  return execFileSync(name, args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
}
