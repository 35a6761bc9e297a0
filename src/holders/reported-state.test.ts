import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { need } from "../../test/setup/need.ts";
import { encodeQuery, type HeldState } from "../wire/holder-wire.ts";
import { ReportedState } from "./reported-state.ts";

const state = (sequence: number): HeldState => ({
  sequence,
  foregroundPgrp: 4321,
  canonical: true,
  echo: true,
  alive: true,
  queuedInputBytes: 0,
  command: "vi",
  cwd: "/tmp",
  inputBytes: 0,
});

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

    test("has its own directory, not that of the pane's first process", async () => {
      const pid = await onTerminal("set -m; (cd /tmp; exec sleep 60)");
      await expect.poll(() => foregroundOf(pid)).toMatchObject({ command: "sleep", cwd: "/tmp" });
    });

    test("is read again in a later turn", async () => {
      const pid = await onTerminal("exec sleep 60");
      const reported = new ReportedState(() => {});
      expect(reported.foreground(pid)).toBeDefined();
      const ended = once(terminal!, "exit");
      process.kill(pid, "SIGKILL");
      await ended;
      expect(reported.foreground(pid)).toBeUndefined();
    });

    test("is unknown for a process without a terminal", () => {
      expect(foregroundOf(2 ** 30)).toBeUndefined();
    });
  },
);

test("queries are numbered, and each is resolved by the answer to it", async () => {
  const sent: Buffer[] = [];
  const reported = new ReportedState((frame) => sent.push(frame));
  const [first, second] = [reported.query(), reported.query()];
  expect(sent).toEqual([encodeQuery(1), encodeQuery(2)]);
  reported.onState(state(2));
  reported.onState(state(7)); // Of another query.
  reported.onState(state(1));
  expect(await Promise.all([first, second])).toEqual([state(1), state(2)]);
});

test("a holder that is lost answers every query with nothing", async () => {
  const reported = new ReportedState(() => {});
  const queries = [reported.query(), reported.query()];
  reported.onLost();
  expect(await Promise.all(queries)).toEqual([undefined, undefined]);
});

test("where the system does not report the foreground process, the holder's last answer does", () => {
  const sent: Buffer[] = [];
  const reported = new ReportedState((frame) => sent.push(frame));
  const unknown = 2 ** 30;
  expect(reported.foreground(unknown)).toBeUndefined();
  reported.onState(state(1));
  expect(reported.foreground(unknown)).toEqual({ pgrp: 4321, command: "vi", cwd: "/tmp" });
  expect(sent).toEqual([encodeQuery(1), encodeQuery(2)]);
});
