import { appendFileSync, renameSync, statSync } from "node:fs";

const MAX_BYTES = 1024 * 1024;

/** The daemon's own log: bounded (one older file is kept), and never in the way of anything. */
export class Log {
  readonly #path: string;
  #bytes: number;

  constructor(path: string) {
    this.#path = path;
    this.#bytes = sizeOf(path);
  }

  write(sentence: string): void {
    const line = `${new Date().toISOString()} ${process.pid} ${sentence.replaceAll(/[\x00-\x08\x0b-\x1f\x7f]/g, "?")}\n`;
    try {
      if (this.#bytes > MAX_BYTES) {
        renameSync(this.#path, `${this.#path}.1`);
        this.#bytes = 0;
      }
      appendFileSync(this.#path, line, { mode: 0o600 });
      this.#bytes += line.length;
    } catch {
      // A full disk must not stop a daemon that only wanted to complain about it.
    }
  }

  bug(error: unknown, what: string): void {
    this.write(`bug in ${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
