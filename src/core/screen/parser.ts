import { decodeSequence, sequenceLength } from "../text/utf8.ts";
import { ByteWriter } from "./bytes.ts";
import { csiHandler } from "./csi.ts";
import { runEscape } from "./escape.ts";
import { runOsc, setTitle } from "./osc.ts";
import { MAX_PARAMETER_BYTES, Parameters } from "./parameters.ts";
import { action, actionOf, nextOf, STAY, state, transitions } from "./parser-table.ts";
import { appendText, printAscii, printCodePoint } from "./print.ts";
import { decodePrintable } from "./printable.ts";
import { NOTHING_PRINTED, type Terminal } from "./terminal.ts";
import { NO_WIDTH, widthOf } from "./width.ts";

/**
 * From bytes to terminal operations. The table decides everything; beside it there are short cuts for what output mostly
 * consists of (runs of text, whole characters, whole control sequences, the inside of long strings), taken only where the table would
 * come to the same result. All state between two bytes is in the fields, so the stream may be cut anywhere.
 */
export const MAX_INTERMEDIATES = 3;
/** tmux's limit; a longer string is ignored altogether. */
export const MAX_PAYLOAD_BYTES = 1048575;

const ESC = 0x1b;
const SPACE = 0x20;
const DELETE = 0x7f;
const LF = 0x0a;
const CR = 0x0d;

export class Parser {
  state: number = state.ground;
  /** The intermediates' bytes as one number, the first highest. */
  intermediates = 0;
  intermediateCount = 0;
  readonly parameterBytes = new Uint8Array(MAX_PARAMETER_BYTES);
  parameterLength = 0;
  readonly payload = new ByteWriter();
  endedByBell = false;
  /** Something was longer than it may be: the sequence will be ignored. */
  discard = false;
  /** An unfinished UTF-8 character: its bytes so far, and how many it will have (0 for none). */
  readonly utf8Bytes = new Uint8Array(4);
  utf8Have = 0;
  utf8Need = 0;
  /** The bytes since a sequence began that has not ended, as far as they are kept. */
  readonly unfinished = new ByteWriter();
  /** Strings that were ever begun. */
  strings = 0;

  private readonly parameters = new Parameters();
  private readonly terminal: Terminal;

  constructor(terminal: Terminal) {
    this.terminal = terminal;
  }

  write(bytes: Uint8Array): void {
    const end = bytes.length;
    let begun = 0;
    for (let i = 0; i < end; ) {
      if (this.state !== state.ground) {
        if (this.state === state.osc || this.state === state.dcsData) i = this.payloadRun(bytes, i, end);
        if (i < end) this.step(bytes[i++]!);
        continue;
      }
      const byte = bytes[i]!;
      if (byte >= SPACE && byte !== DELETE) i = this.text(bytes, i, end);
      else if (byte === ESC) {
        begun = i;
        this.unfinished.length = 0;
        i = this.controlSequence(bytes, i, end);
      } else {
        if (byte !== DELETE) this.execute(byte);
        i++;
      }
    }
    if (this.state !== state.ground) this.keepUnfinished(bytes.subarray(begun));
  }

  private keepUnfinished(bytes: Uint8Array): void {
    this.unfinished.block(bytes.subarray(0, MAX_PAYLOAD_BYTES - this.unfinished.length));
  }

  /** Whether a string was begun that nothing has ended. */
  get inString(): boolean {
    return this.state >= state.dcsEntry;
  }

  /** Back to the start, whatever was going on. */
  reset(): void {
    this.clear();
    this.payload.release();
    this.state = state.ground;
    this.terminal.lastPrinted = NOTHING_PRINTED;
  }

  /** Some text, as much as goes in one way. */
  private text(bytes: Uint8Array, start: number, end: number): number {
    const { terminal } = this;
    const ascii = bytes[start]! < 0x80;
    if (ascii) this.utf8Need = 0;
    if (this.utf8Need === 0) {
      const next = appendText(terminal, bytes, start, end);
      if (next > start) {
        const last = bytes[next - 1]!;
        terminal.lastPrinted = last < 0x80 ? last : NOTHING_PRINTED;
        return next;
      }
    }
    return ascii ? this.asciiRun(bytes, start, end) : this.character(bytes, start, end);
  }

  private asciiRun(bytes: Uint8Array, start: number, end: number): number {
    let i = start + 1;
    while (i < end) {
      const byte = bytes[i]!;
      if (byte < SPACE || byte > 0x7e) break;
      i++;
    }
    this.terminal.joining = false;
    printAscii(this.terminal, bytes, start, i);
    this.terminal.lastPrinted = bytes[i - 1]!;
    return i;
  }

  /** One character that is whole and sound, or one byte of anything else. */
  private character(bytes: Uint8Array, start: number, end: number): number {
    const lead = bytes[start]!;
    const length = this.utf8Need === 0 ? sequenceLength(lead) : 0;
    const code = length > 0 && start + length <= end ? decodeSequence(bytes, start, length) : -1;
    if (code < 0) {
      this.utf8Byte(lead);
      return start + 1;
    }
    this.terminal.lastPrinted = NOTHING_PRINTED;
    const width = widthOf(code);
    if (width !== NO_WIDTH) printCodePoint(this.terminal, code, width);
    return start + length;
  }

  /** ESC [ … all in this chunk, with nothing unusual inside; otherwise only the ESC is taken. */
  private controlSequence(bytes: Uint8Array, start: number, end: number): number {
    if (start + 2 < end && bytes[start + 1] === 0x5b) {
      const marker = bytes[start + 2]!;
      const marked = marker >= 0x3c && marker <= 0x3f;
      const first = marked ? start + 3 : start + 2;
      const { parameters } = this;
      const sound = parameters.parse(bytes, first, end);
      const at = parameters.end;
      if (at < end && at - first <= MAX_PARAMETER_BYTES) {
        const final = bytes[at]!;
        if (final >= 0x40 && final <= 0x7e) {
          if (sound) this.csi(marked ? marker : 0, final);
          return at + 1;
        }
      }
    }
    this.step(ESC);
    return start + 1;
  }

  /** The part of an OSC or DCS up to the next byte that could be more than a part of it. */
  private payloadRun(bytes: Uint8Array, start: number, end: number): number {
    const leastPlain = this.state === state.osc ? SPACE : 0;
    let i = start;
    while (i < end && bytes[i]! >= leastPlain && bytes[i] !== ESC) i++;
    const room = MAX_PAYLOAD_BYTES - this.payload.length;
    if (i - start > room) this.discard = true;
    this.payload.block(bytes.subarray(start, Math.min(i, start + room)));
    return i;
  }

  /** One byte through the table. */
  private step(byte: number): void {
    const entry = transitions[(this.state << 8) | byte]!;
    const act = actionOf(entry);
    if (act !== action.none) actions[act]!(this, byte);
    const next = nextOf(entry);
    if (next !== STAY) this.enter(next);
  }

  private enter(next: number): void {
    if (this.state === state.osc || this.state === state.apc || this.state === state.windowName)
      this.endString();
    this.state = next;
    if (next === state.escape || next === state.csiEntry) {
      this.clear();
    } else if (next === state.dcsEntry || next >= state.osc) {
      this.clear();
      this.strings++;
      this.terminal.lastPrinted = NOTHING_PRINTED;
    } else if (next === state.ground) this.payload.release();
  }

  private clear(): void {
    this.intermediates = 0;
    this.intermediateCount = 0;
    this.parameterLength = 0;
    this.payload.length = 0;
    this.endedByBell = false;
    this.discard = false;
  }

  collect(byte: number): void {
    if (this.intermediateCount === MAX_INTERMEDIATES) {
      this.discard = true;
      return;
    }
    this.intermediates = (this.intermediates << 8) | byte;
    this.intermediateCount++;
  }

  parameter(byte: number): void {
    if (this.parameterLength === MAX_PARAMETER_BYTES) this.discard = true;
    else this.parameterBytes[this.parameterLength++] = byte;
  }

  put(byte: number): void {
    if (this.payload.length === MAX_PAYLOAD_BYTES) this.discard = true;
    else this.payload.u8(byte);
  }

  /** Part of a UTF-8 character. A wrong byte in the middle is swallowed with the character it spoils. */
  private utf8Byte(byte: number): void {
    this.terminal.lastPrinted = NOTHING_PRINTED;
    if (this.utf8Need === 0) {
      this.utf8Need = sequenceLength(byte);
      this.utf8Bytes[0] = byte;
      this.utf8Have = 1;
      return;
    }
    this.utf8Bytes[this.utf8Have++] = byte;
    if (this.utf8Have < this.utf8Need) return;
    const code = decodeSequence(this.utf8Bytes, 0, this.utf8Need);
    this.utf8Need = 0;
    const width = code < 0 ? NO_WIDTH : widthOf(code);
    if (width !== NO_WIDTH) printCodePoint(this.terminal, code, width);
  }

  execute(byte: number): void {
    const { terminal } = this;
    this.utf8Need = 0;
    terminal.lastPrinted = NOTHING_PRINTED;
    terminal.joining = false;
    if (byte === CR) terminal.x = 0;
    else if (byte === LF) terminal.lineFeed(false, terminal.eraseStyle());
    else controls[byte]?.(terminal);
  }

  escape(byte: number): void {
    this.terminal.joining = false;
    if (this.discard) return;
    if (runEscape(this.terminal, this.intermediates, byte)) this.terminal.lastPrinted = NOTHING_PRINTED;
  }

  csiCollected(final: number): void {
    if (this.discard || !this.parameters.parse(this.parameterBytes, 0, this.parameterLength)) return;
    this.csi(this.intermediates, final);
  }

  private csi(intermediates: number, final: number): void {
    this.terminal.joining = false;
    const handler = csiHandler(intermediates, final);
    if (handler === undefined) return;
    handler(this.terminal, this.parameters);
    this.terminal.lastPrinted = NOTHING_PRINTED;
  }

  /** An OSC, APC or window name has ended, by whatever ended it. */
  private endString(): void {
    if (this.discard) return;
    const payload = this.payload.view();
    if (this.state === state.osc) runOsc(this.terminal, payload, this.endedByBell);
    else if (this.state === state.apc) setTitle(this.terminal, payload);
    else {
      const name = decodePrintable(payload);
      if (name !== undefined) this.terminal.listener.windowName?.(name.slice(0, MAX_NAME_LENGTH));
    }
  }

  /** `tmux;` before what an application wants passed through to the terminal outside. */
  deviceControl(): void {
    if (this.discard) return;
    const payload = this.payload.view();
    if (passthroughPrefix.every((byte, i) => payload[i] === byte)) {
      this.terminal.listener.passthrough?.(payload.slice(passthroughPrefix.length));
    }
  }
}

const MAX_NAME_LENGTH = 4096;
const passthroughPrefix = Array.from("tmux;", (character) => character.charCodeAt(0));

const controls: ((terminal: Terminal) => void)[] = [];
controls[0x07] = (terminal) => terminal.listener.bell?.();
controls[0x08] = (terminal) => terminal.backspace();
controls[0x09] = (terminal) => terminal.tabForward();
controls[0x0b] = (terminal) => terminal.lineFeed(false, terminal.eraseStyle());
controls[0x0c] = (terminal) => terminal.lineFeed(false, terminal.eraseStyle());
controls[0x0e] = (terminal) => {
  terminal.charset.shifted = true;
};
controls[0x0f] = (terminal) => {
  terminal.charset.shifted = false;
};

const actions: ((parser: Parser, byte: number) => void)[] = [];
actions[action.execute] = (parser, byte) => parser.execute(byte);
actions[action.collect] = (parser, byte) => parser.collect(byte);
actions[action.parameter] = (parser, byte) => parser.parameter(byte);
actions[action.escape] = (parser, byte) => parser.escape(byte);
actions[action.csi] = (parser, byte) => parser.csiCollected(byte);
actions[action.put] = (parser, byte) => parser.put(byte);
actions[action.dcs] = (parser) => parser.deviceControl();
actions[action.bell] = (parser) => {
  parser.endedByBell = true;
};
