import type { Readable, Writable } from "node:stream";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { LineReader } from "../../wire/line-reader.ts";

/** Longest message that a client may send. */
export const MAX_LINE_BYTES = 1024 * 1024;
/** With more unsent bytes than this, the client does not read, so no further requests are read from it. */
const CLOGGED_BYTES = 4 * 1024 * 1024;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

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
  /** Called after the streams have ended, even if the client has sent nothing and there is no server. */
  onEnded: (() => void) | undefined;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #lines = new LineReader({
    maxBytes: MAX_LINE_BYTES,
    line: (bytes) => this.#message(bytes.toString("utf8")),
    tooLong: () =>
      this.#reject(INVALID_REQUEST, `a message has at most ${MAX_LINE_BYTES} bytes: send less text at once`),
  });
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
    this.onEnded?.();
  }

  readonly #end = (): void => void this.close();

  readonly #drained = (): void => {
    if (!this.#closed) this.#input.resume();
  };

  readonly #take = (chunk: Buffer): void => this.#lines.push(chunk);

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
