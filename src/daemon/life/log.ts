import { appendFileSync, renameSync, statSync } from "node:fs";
import { legible } from "../../core/text/legible.ts";

const MAX_BYTES = 1024 * 1024;

/**
 * The daemon's own log. Its size is bounded (one older file is kept), and a failure to write never stops the daemon.
 * Only an entry begins at the left margin, with a time; its further lines are indented, so that text chosen by a caller
 * cannot pass for an entry.
 */
export class Log {
  readonly #path: string;
  #bytes: number;

  constructor(path: string) {
    this.#path = path;
    this.#bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }

  write(sentence: string): void {
    const text = sentence.split("\n").map(legible).join("\n    ");
    const line = `${new Date().toISOString()} ${process.pid} ${text}\n`;
    try {
      if (this.#bytes > MAX_BYTES) {
        renameSync(this.#path, `${this.#path}.1`);
        this.#bytes = 0;
      }
      appendFileSync(this.#path, line, { mode: 0o600 });
      this.#bytes += line.length;
    } catch {
      // A full disk must not stop a daemon that only wants to log that the disk is full.
    }
  }

  bug(error: unknown, what: string): void {
    this.write(`bug in ${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}
