import { attempt } from "../../../core/attempt.ts";
import type { OtherMachines } from "../host.ts";

/**
 * The hosts whose daemons a person has ended. Any connection to such a host starts its next daemon, so the sockets of
 * pages wait until something else has connected to it.
 */
export class EndedHosts {
  readonly #machines: Pick<OtherMachines, "described" | "onChange">;
  /** The listeners of each host, called when it has its next daemon. */
  readonly #ended = new Map<string, Set<() => void>>();

  constructor(machines: Pick<OtherMachines, "described" | "onChange">) {
    this.#machines = machines;
  }

  has(name: string): boolean {
    return this.#ended.has(name);
  }

  /** The daemon of the host has reported its end. Its link may still be connected. */
  add(name: string): void {
    if (this.#ended.has(name)) return;
    const listeners = new Set<() => void>();
    this.#ended.set(name, listeners);
    let isCut = false;
    const look = () => {
      const hosts = attempt(() => this.#machines.described());
      if (!hosts) return; // The file of hosts cannot be read now.
      const host = hosts.find((each) => each.name === name);
      const isConnected = host?.state === "connected";
      const isOver = host === undefined || (isCut && isConnected);
      isCut ||= !isConnected;
      if (!isOver) return;
      stop();
      this.#ended.delete(name);
      for (const listener of [...listeners]) listener();
    };
    const stop = this.#machines.onChange(look);
    look();
  }

  /** Resolves when the host has its next daemon or was removed, or the signal is aborted; at once if it was not ended. */
  async next(name: string, signal: AbortSignal): Promise<void> {
    const listeners = this.#ended.get(name);
    if (!listeners || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const settle = () => {
        signal.removeEventListener("abort", settle);
        listeners.delete(settle);
        resolve();
      };
      listeners.add(settle);
      signal.addEventListener("abort", settle, { once: true });
    });
  }
}
