import { type ChildProcess, spawn } from "node:child_process";
import { readlinkSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { waitFor } from "../../test/fixtures/wait-for.ts";
import { need } from "../../test/setup/need.ts";
import { isSystemCallShown } from "../../test/setup/system-call-shown.ts";
import { family } from "./family.ts";
import { hasTimeLimit } from "./platform.ts";
import { terminalUse } from "./reads-terminal.ts";

let script: ChildProcess | undefined;
afterEach(() => script?.kill("SIGKILL"));

/** What can wake this program once it polls its terminal, which script(1) creates. */
async function wakerOf(command: string): Promise<string> {
  script = spawn("script", ["-qec", command, "/dev/null"], { stdio: ["pipe", "ignore", "ignore"] });
  return (await waitFor(() => {
    const [, pid] = family(script!.pid!);
    if (!pid) return undefined;
    const use = terminalUse(pid, pid, readlinkSync(`/proc/${pid}/fd/2`));
    return use?.waits === "poll" && settled(use.wokenBy());
  }, "the program to poll its terminal")) as string;
}

/** A program polls for a moment while it still starts: the same answer three times in a row counts. */
function settled(waker: string): string | undefined {
  seen = [...seen, waker].slice(-3);
  return seen.length === 3 && seen.every((each) => each === waker) ? waker : undefined;
}
let seen: string[] = [];
afterEach(() => {
  seen = [];
});

const node = (code: string) => `exec ${process.execPath} -e '${code}'`;
const asks =
  'require("readline").createInterface({input:process.stdin,output:process.stdout}).question("Title ",()=>{});';

/** Only the system call shows whether a poll has a time limit. */
const shown = process.platform === "linux" && isSystemCallShown();
const ONLY_INPUT = shown ? "input" : "unknown";
const TIME = shown ? "time" : "unknown";

describe.runIf(process.platform === "linux" && need("script"))("what can wake a program that polls", () => {
  test.each([
    [ONLY_INPUT, asks],
    [ONLY_INPUT, "process.stdin.resume()"],
    [TIME, `${asks} setTimeout(() => {}, 1e6)`],
    ["more", `${asks} require("net").createServer().listen(0)`],
    ["more", `${asks} require("fs").watch("/tmp")`],
    ["more", `${asks} require("child_process").spawn("sleep", [1000])`],
    ["more", `${asks} require("crypto").pbkdf2("a", "b", 1e9, 64, "sha512", () => {})`],
    ["more", `${asks} new (require("worker_threads").Worker)("for(;;);", { eval: true })`],
  ])("%s: %s", async (waker, code) => {
    expect(await wakerOf(node(code))).toBe(waker);
  });
});

test.each([
  ["x64", "281 0xd 0x7ffc 0x400 0xffffffff 0x0 0x8 0x7ffc 0x7f", false],
  ["x64", "281 0xd 0x7ffc 0x400 0x194c 0x0 0x8 0x7ffc 0x7f", true],
  ["x64", "7 0x5612 0x3 0xffffffffffffffff 0x0 0x0 0x0 0x7ffc 0x7f\n", false],
  ["x64", "270 0x1 0x7ffc 0x0 0x0 0x0 0x0 0x7ffc 0x7f", false],
  ["x64", "271 0x7ffe 0x2 0x7ffe 0x0 0x8 0x0 0x7ffc 0x7f", true],
  ["arm64", "73 0x7ffe 0x2 0x0 0x0 0x8 0x0 0x7ffc 0x7f", false],
  ["arm64", "22 0xd 0x7ffc 0x400 0x0 0x0 0x8 0x7ffc 0x7f", true],
  ["x64", "0 0x0 0x7ffc 0x400 0xffffffff 0x0 0x8 0x7ffc 0x7f", undefined],
  ["x64", "running", undefined],
  ["x64", "", undefined],
  ["riscv64", "22 0xd 0x7ffc 0x400 0xffffffff 0x0 0x8 0x7ffc 0x7f", undefined],
])("the time limit of a poll on %s: %s", (processor, syscall, limited) => {
  expect(hasTimeLimit(syscall, processor)).toBe(limited);
});
