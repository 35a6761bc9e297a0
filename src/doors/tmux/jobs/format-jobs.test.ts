import { expect, test } from "vitest";
import type { FormatJob } from "../../../core/format/context.ts";
import type { ExitState } from "../../../core/ports.ts";
import type { Client } from "../../../core/tree/tree.ts";
import type { Job } from "../context.ts";
import { FormatJobs } from "./format-jobs.ts";

interface Started {
  readonly command: string;
  readonly signals: number[];
  print(text: string): void;
  end(): Promise<void>;
}

/** Commands that print and end under the test's control, with a clock in seconds. */
function arena() {
  const started: Started[] = [];
  const changes: Client[] = [];
  const clock = { second: 100 };
  const client = { name: "terminal" } as Client;
  const jobs = new FormatJobs({
    now: () => clock.second * 1000,
    request: (command) => ({ file: "sh", argv: [command], cwd: "/", environment: new Map() }),
    onChanged: (whose) => changes.push(whose),
    jobs: {
      start({ argv }, onOutput): Job {
        let settle!: (exit: ExitState) => void;
        const exited = new Promise<ExitState>((resolve) => {
          settle = resolve;
        });
        const signals: number[] = [];
        started.push({
          command: argv[0]!,
          signals,
          print: (text) => onOutput(new TextEncoder().encode(text)),
          async end() {
            settle({ status: 0 });
            await exited;
          },
        });
        const nothing = () => {};
        return {
          pid: 1,
          exited,
          write: nothing,
          endInput: nothing,
          signal: (signal) => signals.push(signal),
          resize: nothing,
          close: nothing,
        };
      },
    },
  });
  const run = (expanded = "command", rest: Partial<FormatJob> = {}) =>
    jobs.run({ command: "command", expanded, tag: "", client, ...rest });
  return { started, changes, clock, run };
}

test("notifies a client of each new line and of the text after the last one", async () => {
  const { started, changes, run } = arena();
  expect(run()).toBe("");
  started[0]!.print("one\ntw");
  expect([run(), changes.length]).toEqual(["one", 1]);
  started[0]!.print("o");
  await started[0]!.end();
  expect([run(), changes.length]).toEqual(["two", 2]);
});

test("starts again in another second, and does not notify of an unchanged line", async () => {
  const { started, changes, clock, run } = arena();
  for (const second of [101, 102]) {
    clock.second = second;
    run();
    run();
    started.at(-1)!.print("same\n");
    await started.at(-1)!.end();
    run();
  }
  expect([started.length, changes.length]).toEqual([2, 1]);
});

test("a command that prints nothing any more expands to nothing", async () => {
  const { started, changes, clock, run } = arena();
  run();
  started[0]!.print("something\n");
  await started[0]!.end();
  clock.second++;
  expect(run()).toBe("something");
  await started[1]!.end();
  expect([run(), changes.length]).toEqual(["", 2]);
});

test("ends a command whose expansion changed, and ignores its remaining output", () => {
  const { started, run } = arena();
  run("command a");
  run("command b");
  started[0]!.print("late\n");
  expect(started[0]!.signals).toEqual([15]);
  expect(run("command b")).toBe("");
  started[1]!.print("right\n");
  expect(run("command b")).toBe("right");
});

test("a slow command is not ready", () => {
  const { clock, run } = arena();
  run();
  clock.second += 2;
  expect(run()).toBe("<'command' not ready>");
});

test("keeps only the end of a line that does not end", async () => {
  const { started, run } = arena();
  run();
  for (let i = 0; i < 100; i++) started[0]!.print("x".repeat(10_000));
  started[0]!.print("end");
  await started[0]!.end();
  expect(run()).toMatch(/^x{65533}end$/);
});

test("forgets the commands that ran longest ago, never one that runs", async () => {
  const { started, run } = arena();
  run("first", { command: "first" });
  for (let i = 0; i < 2000; i++) {
    run(`echo ${i}`, { command: `echo ${i}` });
    started.at(-1)!.print(`${i}\n`);
    await started.at(-1)!.end();
  }
  started[0]!.print("still known\n");
  expect(run("first", { command: "first" })).toBe("still known");
  expect(run("echo 1999", { command: "echo 1999" })).toBe("1999");
  expect(run("echo 0", { command: "echo 0" })).toBe("");
});
