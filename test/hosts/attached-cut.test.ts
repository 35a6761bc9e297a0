import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openTerminal } from "../attach/outer-terminal.ts";
import { severalMachines } from "./several-machines.ts";

describe("a terminal that shows a session of a host", () => {
  const { near, hosts, call, shut, open } = severalMachines(["red"]);
  const [red] = hosts;

  test("says how far away the host is, for a moment", async () => {
    await call("run", "--on", "red", "-n", "shown", "--", "sh", "-c", "echo begun; exec cat");
    const outer = await openTerminal(near, "mullion attach red/shown; echo left $?; exec cat");
    await outer.see("begun");
    await outer.see(/\[host red: [\d.]+ ms there and back\]$/m);
    await outer.until((text) => !text.includes("there and back"), "the status line to be back");
    await outer.see(/\[shown\]/);
    outer.type("\x02d");
    await outer.see("left 0");
  });

  test("says that the host is cut off, keeps what is typed, and goes on where it was", async () => {
    const outer = await openTerminal(near, "mullion attach red/shown; echo left $?; exec cat");
    await outer.see("begun");
    await shut("red");
    await outer.see(/\[host red unreachable since \d\d:\d\d:\d\d, reconnecting/);
    outer.type("typed meanwhile\r");
    open("red");
    await outer.see(/typed meanwhile\n *typed meanwhile/);
    await outer.until((text) => !/unreachable|there and back/.test(text), "the status line to be back");
    await outer.see(/\[shown\]/);
    expect(outer.text.match(/typed meanwhile/g)).toHaveLength(2);
    outer.type("\x02d");
    await outer.see("left 0");
  });

  test("says that the host does not answer, and is left with Ctrl-C", async () => {
    const outer = await openTerminal(near, "mullion attach red/shown; echo left $?; exec cat");
    await outer.see("begun");
    const pid = red!.pid()!;
    process.kill(pid, "SIGSTOP");
    try {
      outer.type("x");
      await outer.see("[host red does not answer; Ctrl-C leaves]");
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await outer.until((text) => !text.includes("does not answer"), "the status line to be back");
    await shut("red");
    await outer.see("Ctrl-C leaves");
    outer.type("\x03");
    await outer.see("left 1");
    expect(outer.text).toContain("host red is unreachable since");
    open("red");
  });

  test("rings when too many keys wait for a host that is cut off, and loses none", async () => {
    const count = "stty raw -echo; echo ready; head -c 70000 | md5sum; exec cat";
    await call("run", "--on", "red", "-n", "counting", "--", "sh", "-c", count);
    const outer = await openTerminal(near, "mullion attach red/counting; echo left $?; exec cat");
    await outer.see("ready");
    await shut("red");
    await outer.see("unreachable since");
    const pasted = "0123456789".repeat(7_000);
    outer.type(pasted);
    await outer.see("too many keys wait for host red");
    expect(outer.output).toContain("\x07");
    open("red");
    await outer.see(createHash("md5").update(pasted).digest("hex"));
    await call("kill", "red/counting");
  });

  test("takes a paste of 100 KB for little of the host's processor time", async () => {
    const count = "stty raw -echo; echo ready; head -c 100000 | md5sum; exec cat";
    await call("run", "--on", "red", "-n", "pasted", "--", "sh", "-c", count);
    const outer = await openTerminal(near, "mullion attach red/pasted; echo left $?; exec cat");
    await outer.see("ready");
    const pasted = "0123456789".repeat(10_000);
    const beforeMs = cpuMs(red!.pid()!);
    outer.type(pasted);
    await outer.see(createHash("md5").update(pasted).digest("hex"));
    // 0.3 s; 5 s when each character took the way of a key that may be a command.
    expect(cpuMs(red!.pid()!) - beforeMs).toBeLessThan(1_500);
    await call("kill", "red/pasted");
  });
});

/** Processor time of a process so far, in clock ticks of 10 ms. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]!.split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}
