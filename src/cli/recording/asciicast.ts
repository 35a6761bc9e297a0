import type { Size } from "../../core/ports.ts";
import { legible } from "../../core/text/legible.ts";
import type { RecordingEvent } from "../context.ts";
import type { RecordedPosition } from "./recorded-position.ts";
import { Utf8Tail } from "./utf8-tail.ts";

/**
 * A recording in the format of asciinema's players (asciicast, version 3): a header, then one event per line, each with
 * the seconds since the previous event. Text is UTF-8, so a character that was split between two writes is written
 * completely with the second.
 */
export interface CastHeader {
  readonly size: Size;
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  readonly title?: string | undefined;
  readonly command?: string | undefined;
  readonly idleLimitMs?: number | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

/** Where a recording continues, and what its next event depends on. */
export interface CastPosition extends RecordedPosition {
  readonly size: Size;
  /** The recording has output, so that another process is marked. */
  readonly isStarted: boolean;
}

export class CastWriter {
  #decoder = new TextDecoder();
  #tail = new Utf8Tail();
  #timeMs: number;
  #size: Size;
  #started: boolean;

  /** Begins a recording, or continues one at a position. */
  constructor({
    timeMs,
    size,
    isStarted = false,
  }: Pick<CastPosition, "timeMs" | "size"> & Partial<CastPosition>) {
    this.#timeMs = timeMs;
    this.#size = size;
    this.#started = isStarted;
  }

  /** Where another writer continues, if `end` is the position after the last event. */
  position({ process, offset }: RecordedPosition): CastPosition {
    const [timeMs, size, isStarted] = [this.#timeMs, this.#size, this.#started];
    return { process, offset: offset - this.#tail.unfinishedBytes, timeMs, size, isStarted };
  }

  /** The line of an event; empty if there is no complete character yet. */
  event(event: RecordingEvent): string {
    const { timeMs } = event;
    switch (event.kind) {
      case "output":
        this.#started = true;
        this.#tail.push(event.bytes);
        return this.#text(timeMs, this.#decoder.decode(event.bytes, { stream: true }));
      case "shown":
        return this.#text(timeMs, event.text);
      case "resize":
        return this.#resize(timeMs, event);
      case "started":
        return this.#process(timeMs);
    }
  }

  /** A place to jump to. */
  mark(timeMs: number, label: string): string {
    return this.#line(timeMs, "m", label);
  }

  /** The process ended. After a signal the status is 128 plus its number, as in a shell. */
  exit(timeMs: number, status: number): string {
    return this.#cut(timeMs) + this.#line(timeMs, "x", String(status));
  }

  #text(timeMs: number, text: string): string {
    return text === "" ? "" : this.#line(timeMs, "o", text);
  }

  #resize(timeMs: number, { cols, rows }: Size): string {
    if (cols === this.#size.cols && rows === this.#size.rows) return "";
    this.#size = { cols, rows };
    return this.#line(timeMs, "r", `${cols}x${rows}`);
  }

  /** Marks the start of another process in the same pane, so that players can stop there. */
  #process(timeMs: number): string {
    if (!this.#started) return "";
    return this.#cut(timeMs) + this.#line(timeMs, "m", "restarted");
  }

  /** Writes an incomplete character that no further byte can complete. */
  #cut(timeMs: number): string {
    const rest = this.#decoder.decode();
    this.#decoder = new TextDecoder();
    this.#tail = new Utf8Tail();
    return this.#text(timeMs, rest);
  }

  #line(timeMs: number, code: "o" | "r" | "m" | "x", data: string): string {
    const interval = Math.max(0, timeMs - this.#timeMs) / 1000; // The clock may have been set back.
    this.#timeMs = Math.max(timeMs, this.#timeMs);
    return `${legible(JSON.stringify([interval, code, data]))}\n`;
  }
}

export function castHeader({ size, timeMs, title, command, idleLimitMs, env }: CastHeader): string {
  const header = {
    version: 3,
    term: { cols: size.cols, rows: size.rows, type: env?.TERM },
    timestamp: Math.floor(timeMs / 1000),
    idle_time_limit: idleLimitMs === undefined ? undefined : idleLimitMs / 1000,
    command,
    title,
    env,
  };
  return `${legible(JSON.stringify(header))}\n`;
}
