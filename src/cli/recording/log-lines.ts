import { PlainText } from "../../panes/plain-text.ts";
import type { RecordedPosition } from "./recorded-position.ts";

export interface LogLine {
  /** When the end of the line was printed: milliseconds since the epoch. */
  readonly timeMs: number;
  readonly text: string;
  readonly end: LogPosition;
}

/** The end of a line, as a position where a line began and the number of lines after it. */
export interface LogPosition extends RecordedPosition {
  readonly lines: number;
}

/** Output of a program, and the position after it. */
interface PrintedOutput {
  readonly timeMs: number;
  readonly bytes: Uint8Array;
  readonly end: RecordedPosition;
}

/** A longer line is split here, so that no program can fill the memory with one. */
const MAX_LINE = 64 * 1024;
const LINE_FEED = 0x0a;

/**
 * Splits output into lines of text, each with the time at which it was completed. The lines do not depend on the pieces in
 * which the output arrives, so that another reader finds the same lines after the same position.
 */
export class LogLines {
  readonly #plain = new PlainText();
  #rest = "";
  #end: LogPosition | undefined;
  #timeMs = 0;

  *push({ timeMs, bytes, end }: PrintedOutput): Generator<LogLine> {
    this.#timeMs = timeMs;
    this.#end ??= { ...end, offset: end.offset - bytes.length, lines: 0 };
    const restAt = bytes.lastIndexOf(LINE_FEED) + 1;
    const lines = this.#split(bytes.subarray(0, restAt));
    const lineBegins = !this.#plain.isUnfinished && this.#rest === "";
    for (const [index, text] of lines.entries()) {
      const isLast = index === lines.length - 1;
      if (isLast && lineBegins) this.#end = { ...end, offset: end.offset - bytes.length + restAt, lines: 0 };
      else this.#countLine();
      yield { timeMs, text, end: this.#end };
    }
    for (const text of this.#split(bytes.subarray(restAt))) yield { timeMs, text, end: this.#countLine() };
  }

  /** Returns the last line if it is incomplete. */
  *end(): Generator<LogLine> {
    if (this.#rest !== "") yield { timeMs: this.#timeMs, text: this.#rest, end: this.#countLine() };
    this.#rest = "";
  }

  #countLine(): LogPosition {
    const { process, offset, timeMs, lines } = this.#end!;
    // No spread: it takes longer than everything else that a line needs.
    this.#end = { process, offset, timeMs, lines: lines + 1 };
    return this.#end;
  }

  #split(bytes: Uint8Array): string[] {
    if (bytes.length === 0) return [];
    const lines = (this.#rest + this.#plain.push(bytes)).split("\n");
    const pieces = lines.some(({ length }) => length > MAX_LINE) ? lines.flatMap(piecesOf) : lines;
    this.#rest = pieces.pop()!;
    return pieces;
  }
}

function piecesOf(line: string): string[] {
  const pieces = [];
  let rest = line;
  for (; rest.length > MAX_LINE; rest = rest.slice(MAX_LINE)) pieces.push(rest.slice(0, MAX_LINE));
  pieces.push(rest);
  return pieces;
}
