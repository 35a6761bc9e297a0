import { MuxError } from "../errors.ts";
import { decodeBase64, encodeBase64 } from "../text/base64.ts";
import { concatBytes } from "../text/concat-bytes.ts";
import { decodeUtf8, encodeUtf8 } from "../text/utf8.ts";
import { visible } from "../text/visible.ts";

/** Paste buffers, newest first. Automatic ones are named bufferN and are trimmed at buffer-limit; named ones stay. */
export interface Buffer {
  readonly name: string;
  readonly data: Uint8Array;
  readonly automatic: boolean;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

/** Newest first, as `list` gives them; data in base64. */
export interface BufferStackRecord {
  /** Number of the next automatic name. */
  readonly next: number;
  readonly buffers: readonly { name: string; data: string; automatic: boolean; created: number }[];
}

interface BufferStackPorts {
  now(): number;
  /** The option buffer-limit: how many automatic buffers are kept. */
  limit(): number;
  onChange?(name: string): void;
  onDelete?(name: string): void;
}

export class BufferStack {
  readonly #ports: BufferStackPorts;
  /** Oldest first: a Map keeps the order of insertion. */
  #buffers = new Map<string, Buffer>();
  #next = 0;

  constructor(ports: BufferStackPorts) {
    this.#ports = ports;
  }

  static fromRecord(record: BufferStackRecord, ports: BufferStackPorts): BufferStack {
    const stack = new BufferStack(ports);
    stack.#next = record.next;
    for (const saved of record.buffers.toReversed()) {
      stack.#buffers.set(saved.name, { ...saved, data: decodeBase64(saved.data) ?? new Uint8Array() });
    }
    return stack;
  }

  toRecord(): BufferStackRecord {
    return { next: this.#next, buffers: this.list().map((b) => ({ ...b, data: encodeBase64(b.data) })) };
  }

  list(): readonly Buffer[] {
    return [...this.#buffers.values()].reverse();
  }

  get(name: string): Buffer | undefined {
    return this.#buffers.get(name);
  }

  /** The buffer that paste-buffer uses without -b: the newest. */
  top(): Buffer | undefined {
    return this.list()[0];
  }

  /**
   * Adds an automatic buffer and returns its name. Empty data adds none, as in tmux. Commands of copy mode may give
   * another prefix than "buffer".
   */
  add(data: Uint8Array, prefix = "buffer"): string | undefined {
    if (data.length === 0) return undefined;
    this.#trim();
    let name: string;
    do name = `${prefix}${this.#next++}`;
    while (this.#buffers.has(name));
    this.#put({ name, data, automatic: true, created: this.#ports.now() });
    return name;
  }

  /** Creates or replaces a named buffer, which becomes the newest. Empty data changes nothing, as in tmux. */
  set(name: string, data: Uint8Array): void {
    if (data.length === 0) return;
    if (name === "") throw new MuxError("bad-name", "empty buffer name");
    this.#buffers.delete(name);
    this.#put({ name, data, automatic: false, created: this.#ports.now() });
  }

  /** set-buffer -a: appends to a buffer, or creates it. Without a name it creates an automatic buffer. */
  append(name: string | undefined, data: Uint8Array): void {
    if (name === undefined) this.add(data);
    else if (data.length > 0) this.set(name, concatBytes([this.get(name)?.data ?? new Uint8Array(), data]));
  }

  /** Replaces the content of an edited buffer; its name, age and kind stay. */
  replace(name: string, data: Uint8Array): void {
    this.#put({ ...this.toRead(name), data });
  }

  /** A renamed buffer keeps its place and is no longer automatic. Without a name, the newest buffer is renamed. */
  rename(from: string | undefined, to: string): void {
    const buffer = this.#toChange(from);
    if (to === "") throw new MuxError("bad-name", "new name is empty");
    if (this.#buffers.has(to)) throw new MuxError("name-taken", `buffer ${to} already exists`);
    const renamed = { ...buffer, name: to, automatic: false };
    this.#buffers = new Map(
      [...this.#buffers].map(([name, b]) => (b === buffer ? [to, renamed] : [name, b])),
    );
    this.#ports.onDelete?.(buffer.name);
    this.#ports.onChange?.(to);
  }

  /** Without a name, the newest buffer is deleted. */
  delete(name?: string): void {
    const buffer = this.#toChange(name);
    this.#buffers.delete(buffer.name);
    this.#ports.onDelete?.(buffer.name);
  }

  /** The named buffer or the newest, with the errors of show-buffer and save-buffer. */
  toRead(name?: string): Buffer {
    const buffer = name === undefined ? this.top() : this.get(name);
    if (buffer) return buffer;
    throw new MuxError("no-such-buffer", name === undefined ? "no buffers" : `no buffer ${name}`);
  }

  /** The named buffer or the newest, with the errors of delete-buffer and set-buffer -n. */
  #toChange(name: string | undefined): Buffer {
    const buffer = name === undefined ? this.top() : this.get(name);
    if (buffer) return buffer;
    throw new MuxError("no-such-buffer", name === undefined ? "no buffer" : `unknown buffer: ${name}`);
  }

  #put(buffer: Buffer): void {
    this.#buffers.set(buffer.name, buffer);
    this.#ports.onChange?.(buffer.name);
  }

  /** Makes room for one more automatic buffer by discarding the oldest. */
  #trim(): void {
    const automatic = [...this.#buffers.values()].filter((buffer) => buffer.automatic);
    const surplus = Math.max(0, automatic.length - this.#ports.limit() + 1);
    for (const { name } of automatic.slice(0, surplus)) this.delete(name);
  }
}

/** Bytes of the data that are read, and bytes of the text that are kept. */
const SAMPLE_BYTES = 200;

/** The beginning of a buffer as one printable line: `#{buffer_sample}`. */
export function bufferSample(data: Uint8Array): string {
  const text = encodeUtf8(visible(data.subarray(0, SAMPLE_BYTES)));
  const cut = data.length > SAMPLE_BYTES || text.length > SAMPLE_BYTES;
  return cut ? `${cutText(text)}...` : decodeUtf8(text);
}

/** A character that is cut in two becomes one U+FFFD, as terminals show the part of it that tmux prints. */
function cutText(text: Uint8Array): string {
  let end = SAMPLE_BYTES;
  while (((text[end] ?? 0) & 0xc0) === 0x80) end--;
  return decodeUtf8(text.subarray(0, end)) + (end < SAMPLE_BYTES ? "\ufffd" : "");
}
