import { expect, test } from "vitest";
import type { FormatJob } from "../../core/format/context.ts";
import type { ExitState } from "../../core/ports.ts";
import type { Client } from "../../core/tree/client.ts";
import type { Job } from "./context.ts";
import { FormatJobs } from "./format-jobs.ts";

interface Started {
  readonly command: string;
  readonly signals: number[];
  print(text: string): void;
  end(): Promise<void>;
}

/** Commands that print and end when the test says so, in seconds that it counts. */
function arena() {
  const started: Started[] = [];
  const changes: Client[] = [];
  const clock = { second: 100 };
  const client = { name: "terminal" } as Client;
  const jobs = new FormatJobs({
    now: () => clock.second * 1000,
    request: (command) => ({ file: "sh", argv: [command], cwd: "/", environment: new Map() }),
    changed: (whose) => changes.push(whose),
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
    jobs.run({ command: "command", expanded, tag: "", client, force: false, ...rest });
  return { started, changes, clock, run };
}

test("a client is told of each new line, and of what stands behind the last", async () => {
  const { started, changes, run } = arena();
  expect(run()).toBe("");
  started[0]!.print("one\ntw");
  expect([run(), changes.length]).toEqual(["one", 1]);
  started[0]!.print("o");
  await started[0]!.end();
  expect([run(), changes.length]).toEqual(["two", 2]);
});

test("it is started again in another second, and nobody is told of the same line", async () => {
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

test("one that says nothing any more leaves nothing", async () => {
  const { started, changes, clock, run } = arena();
  run();
  started[0]!.print("something\n");
  await started[0]!.end();
  clock.second++;
  expect(run()).toBe("something");
  await started[1]!.end();
  expect([run(), changes.length]).toEqual(["", 2]);
});

test("one for something else is ended, and what it still says is not heard", () => {
  const { started, run } = arena();
  run("command a");
  run("command b");
  started[0]!.print("late\n");
  expect(started[0]!.signals).toEqual([15]);
  expect(run("command b")).toBe("");
  started[1]!.print("right\n");
  expect(run("command b")).toBe("right");
});

test("one that takes its time is not ready", () => {
  const { clock, run } = arena();
  run();
  clock.second += 2;
  expect(run()).toBe("<'command' not ready>");
});
