import type { PaneId } from "../../../core/ids.ts";

/** Destination of a control client's lines. */
export interface ControlSink {
  write(data: Uint8Array): void;
  /** The client has not read everything written so far. */
  readonly congested: boolean;
}

export interface ControlOutputOptions {
  readonly sink: ControlSink;
  now(): number;
  /** Called when the client is too far behind and has not enabled `pause-after`. */
  tooFarBehind(): void;
}

/** Output of a pane that the client has not received yet. */
interface PaneBlock {
  readonly pane: PaneId;
  readonly timeMs: number;
  /** Emptied if the output is discarded. */
  bytes: Uint8Array;
}

type Block = PaneBlock | Uint8Array;

interface PaneFlow {
  /** `refresh-client -A %0:off` and `:pause`. */
  off: boolean;
  paused: boolean;
  readonly waiting: PaneBlock[];
}

/** Maximum bytes of a pane in one line: tmux's share of a buffer of 8 KB, as each byte takes up to three more. */
const MAX_LINE_BYTES = 2730;
const MAX_WRITE_BYTES = 64 * 1024;
/** A client that is this far behind, and did not ask for pauses, is disconnected, as in tmux. */
const MAX_AGE_MS = 300_000;
/**
 * Limit of unsent output. tmux stops reading from the pane instead, so that a slow client would slow the pane's
 * program.
 */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** Approximate memory of a block beside its bytes. */
const BLOCK_BYTES = 256;

const encoder = new TextEncoder();

/**
 * Sends notifications and pane output to a control client, in order. Lines are sent at once, whatever their number, but
 * never before earlier pane output, which waits while the connection is congested. The wait is bounded in time and in
 * bytes: beyond it a pane is paused if the client enabled `pause-after`, and else the client is disconnected. Nothing
 * here ever delays a pane.
 *
 * While a command's block is open, only that command's output is sent; everything else follows after the block.
 */
export class ControlOutput {
  /** `pause-after`; undefined if the client has not enabled pauses. */
  pauseAfterMs: number | undefined;
  /** `no-output`. */
  silent = false;
  readonly #options: ControlOutputOptions;
  readonly #panes = new Map<PaneId, PaneFlow>();
  #blocks: Block[] = [];
  #held: Block[] | undefined;
  #waitingBytes = 0;
  /** Bytes of the open block that are not written yet. */
  #saidBytes = 0;

  constructor(options: ControlOutputOptions) {
    this.#options = options;
  }

  /** Adds output of the running command. Its block is written in one piece when it closes, unless it is long. */
  say(text: string | Uint8Array): void {
    const bytes = typeof text === "string" ? encoder.encode(text) : text;
    this.#blocks.push(bytes);
    this.#saidBytes += bytes.length;
    if (!this.#held || this.#saidBytes >= MAX_WRITE_BYTES) this.pump();
  }

  /** Sends a notification. */
  tell(line: string): void {
    this.#push(encoder.encode(`${line}\n`));
  }

  /** Sends output of a pane. */
  tellOutput(id: PaneId, bytes: Uint8Array): void {
    if (this.silent || bytes.length === 0) return;
    const pane = this.#pane(id);
    if (pane.off || pane.paused || this.#checkAge(id, pane)) return;
    const block = { pane: id, timeMs: this.#options.now(), bytes };
    pane.waiting.push(block);
    this.#waitingBytes += costOf(block);
    this.#push(block);
    if (this.#waitingBytes > MAX_WAITING_BYTES) this.#giveUp(id, pane);
  }

  /** Opens a block: notifications and pane output wait for its end. */
  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    this.#blocks.push(...(this.#held ?? []));
    this.#held = undefined;
    this.pump();
  }

  setOff(id: PaneId, off: boolean): void {
    if (off || this.#panes.has(id)) this.#pane(id).off = off;
  }

  pause(id: PaneId): void {
    const pane = this.#pane(id);
    if (pane.paused) return;
    pane.paused = true;
    this.#drop(pane);
    this.say(`%pause ${id}\n`);
  }

  continue(id: PaneId): void {
    const pane = this.#panes.get(id);
    if (!pane?.paused) return;
    pane.paused = false;
    this.say(`%continue ${id}\n`);
  }

  /** Discards unsent pane output, and which panes are off or paused. */
  discard(): void {
    for (const pane of this.#panes.values()) this.#drop(pane);
    this.#panes.clear();
    this.pump();
  }

  forget(id: PaneId): void {
    this.#panes.delete(id);
  }

  /** Writes as much as the connection accepts. */
  pump(): void {
    const { sink } = this.#options;
    this.#saidBytes = 0;
    let done = 0;
    let parts: Uint8Array[] = [];
    let size = 0;
    const flush = () => {
      if (size > 0) sink.write(Buffer.concat(parts));
      parts = [];
      size = 0;
    };
    for (; done < this.#blocks.length; done++) {
      const block = this.#blocks[done]!;
      if ("pane" in block && block.bytes.length > 0) {
        if (size >= MAX_WRITE_BYTES) flush();
        if (sink.congested || this.#tooOld(block)) break;
      }
      for (const part of this.#lines(block)) {
        parts.push(part);
        size += part.length;
      }
    }
    if (done > 0) this.#blocks = this.#blocks.slice(done);
    flush();
    this.#pauseIfLate();
  }

  #push(block: Block): void {
    (this.#held ?? this.#blocks).push(block);
    if (!this.#held) this.pump();
  }

  *#lines(block: Block): Iterable<Uint8Array> {
    if (!("pane" in block)) {
      yield block;
      return;
    }
    const { pane, bytes, timeMs } = block;
    if (bytes.length === 0) return;
    const age = Math.max(0, this.#options.now() - timeMs);
    const head = this.pauseAfterMs === undefined ? `%output ${pane} ` : `%extended-output ${pane} ${age} : `;
    for (let at = 0; at < bytes.length; at += MAX_LINE_BYTES) {
      yield encoder.encode(head);
      yield escapeOutput(bytes.subarray(at, at + MAX_LINE_BYTES));
      yield NEWLINE;
    }
    this.#panes.get(pane)?.waiting.shift();
    this.#waitingBytes -= costOf(block);
  }

  #tooOld({ timeMs }: PaneBlock): boolean {
    return this.#options.now() - timeMs >= this.#maxAgeMs;
  }

  /** pause-after=0 pauses a pane whose output cannot be sent at once. */
  get #maxAgeMs(): number {
    return this.pauseAfterMs === undefined ? MAX_AGE_MS : Math.max(1, this.pauseAfterMs);
  }

  #pauseIfLate(): void {
    const [first] = this.#blocks;
    if (!first || !("pane" in first) || this.#options.sink.congested) return;
    this.#checkAge(first.pane, this.#pane(first.pane));
  }

  #checkAge(id: PaneId, pane: PaneFlow): boolean {
    const [oldest] = pane.waiting;
    if (!oldest || !this.#tooOld(oldest)) return false;
    this.#giveUp(id, pane);
    return true;
  }

  #giveUp(id: PaneId, pane: PaneFlow): void {
    if (this.pauseAfterMs === undefined) {
      this.#options.tooFarBehind();
      return;
    }
    pane.paused = true;
    this.#drop(pane);
    this.tell(`%pause ${id}`);
  }

  #drop(pane: PaneFlow): void {
    for (const block of pane.waiting.splice(0)) {
      this.#waitingBytes -= costOf(block);
      block.bytes = NOTHING;
    }
  }

  #pane(id: PaneId): PaneFlow {
    const pane = this.#panes.get(id) ?? { off: false, paused: false, waiting: [] };
    this.#panes.set(id, pane);
    return pane;
  }
}

function costOf({ bytes }: PaneBlock): number {
  return bytes.length + BLOCK_BYTES;
}

const NEWLINE = encoder.encode("\n");
const NOTHING = new Uint8Array();

const SPACE = 0x20;
const BACKSLASH = 0x5c;
const ZERO = 0x30;

/** Escapes pane output for one line: control characters and backslashes as `\ooo`, all other bytes unchanged. */
export function escapeOutput(bytes: Uint8Array): Uint8Array {
  let escapes = 0;
  for (const byte of bytes) if (byte < SPACE || byte === BACKSLASH) escapes++;
  if (escapes === 0) return bytes;
  const escaped = new Uint8Array(bytes.length + escapes * 3);
  let at = 0;
  for (const byte of bytes) {
    if (byte >= SPACE && byte !== BACKSLASH) {
      escaped[at++] = byte;
      continue;
    }
    escaped[at++] = BACKSLASH;
    escaped[at++] = ZERO + (byte >> 6);
    escaped[at++] = ZERO + ((byte >> 3) & 7);
    escaped[at++] = ZERO + (byte & 7);
  }
  return escaped;
}
