import type { Readable, Writable } from "node:stream";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";

/** Longest message that a client may send. */
export const MAX_LINE_BYTES = 1024 * 1024;
/** A line that arrives in many small pieces is joined after this many, because each piece costs more than its bytes. */
const MAX_PARTS = 256;
/** With more unsent bytes than this, the client does not read, so no further requests are read from it. */
const CLOGGED_BYTES = 4 * 1024 * 1024;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const NEWLINE = 0x0a;

/**
 * MCP over standard streams: one message a line. In place of the package's own transport, because that one ends at a long
 * line, answers nothing to a malformed one, and goes on reading from a client that does not read its answers.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Sees every message before the server does. */
  onInbound: ((message: JSONRPCMessage) => void) | undefined;
  readonly #input: Readable;
  readonly #output: Writable;
  #parts: Buffer[] = [];
  #bytes = 0;
  #closed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  get congested(): boolean {
    return this.#output.writableLength > CLOGGED_BYTES / 16;
  }

  async start(): Promise<void> {
    this.#input.on("data", this.#take);
    this.#input.on("end", this.#end);
    this.#input.on("close", this.#end);
    this.#output.on("error", this.#end);
    this.#output.on("drain", this.#drained);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.off("data", this.#take).off("end", this.#end).off("close", this.#end).pause();
    this.#output.off("drain", this.#drained);
    this.onclose?.();
  }

  readonly #end = (): void => void this.close();

  readonly #drained = (): void => {
    if (!this.#closed) this.#input.resume();
  };

  readonly #take = (chunk: Buffer): void => {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#line();
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
  };

  /** Keeps at most one line; the rest of a longer one is discarded. */
  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#bytes += bytes.length;
    if (this.#bytes <= MAX_LINE_BYTES) this.#parts.push(bytes);
    else this.#parts = [];
    if (this.#parts.length > MAX_PARTS) this.#parts = [Buffer.concat(this.#parts)];
  }

  #line(): void {
    const text = Buffer.concat(this.#parts).toString("utf8");
    const tooLong = this.#bytes > MAX_LINE_BYTES;
    this.#parts = [];
    this.#bytes = 0;
    if (tooLong)
      this.#reject(INVALID_REQUEST, `a message has at most ${MAX_LINE_BYTES} bytes: send less text at once`);
    else if (text.trim() !== "") this.#message(text);
  }

  #message(text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#reject(PARSE_ERROR, "the line is not JSON: a message is one line of JSON-RPC 2.0");
      return;
    }
    const message = messageOf(value);
    if (!message) {
      this.#reject(INVALID_REQUEST, "the line is no message of JSON-RPC 2.0");
      return;
    }
    this.onInbound?.(message);
    this.onmessage?.(message);
  }

  #reject(code: number, message: string): void {
    this.#write({ jsonrpc: "2.0", error: { code, message } });
  }

  #write(message: object): void {
    if (this.#closed || !this.#output.writable) return;
    this.#output.write(`${JSON.stringify(message)}\n`);
    if (this.#output.writableLength > CLOGGED_BYTES) this.#input.pause();
  }
}

function messageOf(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}
