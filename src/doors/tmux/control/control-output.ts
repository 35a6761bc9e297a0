import type { PaneId } from "../../../core/ids.ts";
import { escapeOutput } from "./escape-output.ts";

/** Where a control client's lines go. */
export interface ControlSink {
  write(data: Uint8Array): void;
  /** It has not taken what was written yet. */
  readonly congested: boolean;
}

export interface ControlOutputOptions {
  readonly sink: ControlSink;
  now(): number;
  /** The client does not read, and never said that panes may be paused for it. */
  tooFarBehind(): void;
}

/** What a pane printed and the client was not told yet. */
interface PaneBlock {
  readonly pane: PaneId;
  readonly timeMs: number;
  /** Emptied where it is not to be told any more. */
  bytes: Uint8Array;
}

type Block = PaneBlock | Uint8Array;

interface PaneState {
  /** `refresh-client -A %0:off` and `:pause`. */
  off: boolean;
  paused: boolean;
  readonly waiting: PaneBlock[];
}

/** Bytes of a pane in one line at most: tmux's share of a buffer of 8 KB, each byte taking up to three more. */
const MAX_LINE_BYTES = 2730;
const MAX_WRITE_BYTES = 64 * 1024;
/** As tmux: a client that is this far behind, and did not ask for pauses, is let go. */
const MAX_AGE_MS = 300_000;
/** tmux stops reading from the pane instead, which would make every slow client a burden on the pane's program. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** What a block takes beside its bytes, about. */
const BLOCK_BYTES = 256;

const encoder = new TextEncoder();

/**
 * What a control client is told, in order. Lines leave at once, whatever their number, but never before what panes printed
 * earlier; that waits while the connection is congested. How long it waits is bounded in time and in bytes: a pane is then
 * paused, if the client asked for that with `pause-after`, and else the client has to go. Nothing here ever holds up a
 * pane.
 *
 * While a command's block is open only the command itself speaks; everything else follows behind its end.
 */
export class ControlOutput {
  /** `pause-after`; undefined where the client does not know of pauses. */
  pauseAfterMs: number | undefined;
  /** `no-output`. */
  silent = false;
  readonly #options: ControlOutputOptions;
  readonly #panes = new Map<PaneId, PaneState>();
  #blocks: Block[] = [];
  #held: Block[] | undefined;
  #waitingBytes = 0;
  /** Said in the open block and not written. */
  #saidBytes = 0;

  constructor(options: ControlOutputOptions) {
    this.#options = options;
  }

  /** From the running command. Its block is written in one piece when it closes, unless it is long. */
  say(text: string | Uint8Array): void {
    const bytes = typeof text === "string" ? encoder.encode(text) : text;
    this.#blocks.push(bytes);
    this.#saidBytes += bytes.length;
    if (!this.#held || this.#saidBytes >= MAX_WRITE_BYTES) this.pump();
  }

  /** From anywhere else. */
  tell(line: string): void {
    this.#push(encoder.encode(`${line}\n`));
  }

  /** What a pane printed. */
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

  /** A block opens: everything told meanwhile waits for its end. */
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

  /** What panes printed is not told any more; which of them are off or paused is forgotten. */
  discard(): void {
    for (const pane of this.#panes.values()) this.#drop(pane);
    this.#panes.clear();
    this.pump();
  }

  forget(id: PaneId): void {
    this.#panes.delete(id);
  }

  /** Writes what may be written now. */
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

  /** pause-after=0 pauses what could not be told at once. */
  get #maxAgeMs(): number {
    return this.pauseAfterMs === undefined ? MAX_AGE_MS : Math.max(1, this.pauseAfterMs);
  }

  #pauseIfLate(): void {
    const [first] = this.#blocks;
    if (!first || !("pane" in first) || this.#options.sink.congested) return;
    this.#checkAge(first.pane, this.#pane(first.pane));
  }

  #checkAge(id: PaneId, pane: PaneState): boolean {
    const [oldest] = pane.waiting;
    if (!oldest || !this.#tooOld(oldest)) return false;
    this.#giveUp(id, pane);
    return true;
  }

  #giveUp(id: PaneId, pane: PaneState): void {
    if (this.pauseAfterMs === undefined) {
      this.#options.tooFarBehind();
      return;
    }
    pane.paused = true;
    this.#drop(pane);
    this.tell(`%pause ${id}`);
  }

  #drop(pane: PaneState): void {
    for (const block of pane.waiting.splice(0)) {
      this.#waitingBytes -= costOf(block);
      block.bytes = NOTHING;
    }
  }

  #pane(id: PaneId): PaneState {
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
