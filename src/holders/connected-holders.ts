import { readdirSync } from "node:fs";
import { basename } from "node:path";

/** A holder with a connection to this daemon, which can create its socket file again. */
export interface ConnectedHolder {
  readonly socketPath: string;
  listenAgain(): void;
}

/**
 * The holders that this daemon is connected to. Their connections outlive their socket files, but the next daemon needs
 * the files.
 */
export class ConnectedHolders {
  readonly #holders = new Set<ConnectedHolder>();

  add(holder: ConnectedHolder): void {
    this.#holders.add(holder);
  }

  delete(holder: ConnectedHolder): void {
    this.#holders.delete(holder);
  }

  /** Asks each holder whose socket file is missing from the directory to create it again; returns how many it asked. */
  renewSockets(directory: string): number {
    if (this.#holders.size === 0) return 0;
    const there = new Set(readdirSync(directory));
    const missing = [...this.#holders].filter(({ socketPath }) => !there.has(basename(socketPath)));
    for (const holder of missing) holder.listenAgain();
    return missing.length;
  }
}
