import { createHash } from "node:crypto";
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
});
