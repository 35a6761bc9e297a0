import type { MuxPorts } from "../../src/core/mux.ts";
import type { PaneProcess, Size, SpawnRequest } from "../../src/core/ports.ts";
import { createScreen } from "../../src/core/screen/emulator.ts";

/** A process that never does anything by itself, and remembers what was done to it. */
export class IdleProcess implements PaneProcess {
  readonly request: SpawnRequest;
  readonly started = Promise.resolve({ pid: 1, tty: "/dev/null" });
  readonly pid = 1;
  readonly tty = "/dev/null";
  size: Size;
  closed = false;

  constructor(request: SpawnRequest) {
    this.request = request;
    this.size = request.size;
  }

  async write(): Promise<void> {}
  resize(size: Size): void {
    this.size = size;
  }
  signal(): void {}
  close(): void {
    this.closed = true;
  }
  foreground(): undefined {}
}

/** The ports of a tree in a test: nothing runs, and time passes only when the test says so. */
export class IdleWorld {
  readonly processes: IdleProcess[] = [];
  now = 1_700_000_000_000;
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();
  readonly ports: MuxPorts = {
    spawner: {
      spawn: (request) => {
        const process = new IdleProcess(request);
        this.processes.push(process);
        return process;
      },
    },
    clock: {
      now: () => this.now,
      after: (delayMs, run) => {
        const timer = { at: this.now + delayMs, run };
        this.#timers.add(timer);
        return () => this.#timers.delete(timer);
      },
    },
    createScreen: (options) => createScreen(options),
    serverPid: 4711,
    hostname: "host",
  };

  /** How many timers run. */
  get pending(): number {
    return this.#timers.size;
  }

  pass(ms: number): void {
    this.now += ms;
    for (const timer of [...this.#timers].filter(({ at }) => at <= this.now)) {
      this.#timers.delete(timer);
      timer.run();
    }
  }
}
