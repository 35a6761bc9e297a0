import { readdirSync } from "node:fs";
import { basename } from "node:path";

/** A holder that this daemon is connected to, and that can make its socket file again. */
export interface ConnectedHolder {
  readonly socketPath: string;
  listenAgain(): void;
}

/** The holders that a daemon is connected to. Their connections outlive their socket files, but the next daemon needs the files. */
export class ConnectedHolders {
  readonly #holders = new Set<ConnectedHolder>();

  add(holder: ConnectedHolder): void {
    this.#holders.add(holder);
  }

  delete(holder: ConnectedHolder): void {
    this.#holders.delete(holder);
  }

  /** Asks each holder whose socket file is not in the directory to make it again; says how many those are. */
  renewSockets(directory: string): number {
    if (this.#holders.size === 0) return 0;
    const there = new Set(readdirSync(directory));
    const missing = [...this.#holders].filter(({ socketPath }) => !there.has(basename(socketPath)));
    for (const holder of missing) holder.listenAgain();
    return missing.length;
  }
}
