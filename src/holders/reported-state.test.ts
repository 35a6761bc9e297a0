import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { need } from "../../test/setup/need.ts";
import { ReportedState } from "./reported-state.ts";

/** One read, without what a previous one has found. */
const foregroundOf = (pid: number) => new ReportedState(() => {}).foreground(pid);

let terminal: ChildProcess | undefined;
afterEach(() => void terminal?.kill());

/** Runs a command line on a terminal of its own; the command prints its process id first. */
async function onTerminal(command: string): Promise<number> {
  terminal = spawn("script", ["-qfec", `echo $$; ${command}`, "/dev/null"], {
    cwd: "/usr",
    env: { ...process.env, SHELL: "/bin/bash" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const [line] = await once(terminal.stdout!, "data");
  return Number.parseInt(String(line), 10);
}

describe.runIf(process.platform === "linux" && need("script") && need("bash"))(
  "the foreground process",
  () => {
    test("is named by its first argument, with its directory", async () => {
      const pid = await onTerminal("exec -a odd-name sleep 60");
      const named = { pgrp: pid, command: "odd-name", argv: ["odd-name", "60"], cwd: "/usr" };
      await expect.poll(() => foregroundOf(pid)).toEqual(named);
    });

    test("is named by the system where it has no arguments", async () => {
      const pid = await onTerminal("exec -a '' sleep 60");
      await expect.poll(() => foregroundOf(pid)?.command).toBe("sleep");
    });

    test("is unknown for a process without a terminal", () => {
      expect(foregroundOf(2 ** 30)).toBeUndefined();
    });
  },
);
