import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { CLOSED_INSPECTOR } from "../../../src/processes/closed-inspector.ts";
import { isListening } from "../../../src/wire/is-listening.ts";
import { root, type TestDaemon } from "../../fixtures/daemon.ts";
import { waitFor } from "../../fixtures/wait-for.ts";

type Call = "write" | "open" | "rename" | "socket" | "accept" | "connect";
/** `percent` of 100 calls fail with this error. */
export interface Fault {
  readonly call: Call;
  readonly error: keyof typeof constants.errno;
  readonly percent: number;
}

let library: string | undefined;

function compiled(): string {
  if (library !== undefined) return library;
  const directory = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "f"));
  library = join(directory, "fault-layer.so");
  const source = join(import.meta.dirname, "fault-layer.c");
  execFileSync(process.env.CC || "cc", ["-O2", "-Wall", "-shared", "-fPIC", "-o", library, source]);
  return library;
}

/** A daemon with a layer between it and the system (fault-layer.c), which makes calls fail and moves the clock. */
export class FaultyDaemon {
  readonly #daemon: TestDaemon;
  readonly #control: string;

  constructor(daemon: TestDaemon) {
    this.#daemon = daemon;
    this.#control = join(daemon.dir, "faults");
    this.set([]);
  }

  /** Takes effect within milliseconds. */
  set(faults: readonly Fault[], { clockSeconds = 0 } = {}): void {
    const lines = faults.map(({ call, error, percent }) => `${call} ${constants.errno[error]} ${percent}\n`);
    writeFileSync(this.#control, `clock ${clockSeconds}\n${lines.join("")}`);
  }

  /** Starts the daemon without a client, because a client's start would remove the layer from the environment. */
  async start(): Promise<void> {
    const socket = join(this.#daemon.dir, "m/daemon.sock");
    const env = {
      ...this.#daemon.env,
      LD_PRELOAD: compiled(),
      FAULT_CONTROL: this.#control,
      FAULT_BELOW: join(this.#daemon.dir, "m/state"),
      FAULT_SOCKETS: join(this.#daemon.dir, "m/h"),
    };
    const child = spawn(process.execPath, [CLOSED_INSPECTOR, join(root, "dist/daemon/main.js")], {
      env,
      stdio: "ignore",
      detached: true,
    });
    child.unref();
    await waitFor(() => isListening(socket), "the daemon to listen");
  }
}
