import { type ChildProcess, spawn } from "node:child_process";
import { readlinkSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { waitFor } from "../../test/fixtures/wait-for.ts";
import { need } from "../../test/setup/need.ts";
import { processExists } from "./process-mark.ts";
import { familyOf, processTable } from "./process-table.ts";
import { readsTerminal } from "./reads-terminal.ts";

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
    const tty = readlinkSync(`/proc/${child.pid}/fd/0`);
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
});
