import { BackendError, errorOfAnswer } from "./backend-error.ts";
import type { OpenTransport, Transport } from "./transport.ts";

export interface WireListener {
  onEvent(method: string, params: Record<string, unknown>): void;
  /** Called once, after every pending request has failed. */
  onClose(error: Error | undefined): void;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called when the signal is aborted before the answer has come, with the id of the request. */
  onAbort?(id: number): void;
  /** Called with the answer, before any later message is read. */
  onAnswer?(result: unknown): void;
}

/** One connection: matches answers to requests and passes events to the listener. It knows no method. */
export class Wire {
  readonly #listener: WireListener;
  readonly #pending = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  #transport!: Transport;
  #nextId = 1;
  #closed = false;

  private constructor(listener: WireListener) {
    this.#listener = listener;
  }

  static async open(transport: OpenTransport, listener: WireListener, signal?: AbortSignal): Promise<Wire> {
    const wire = new Wire(listener);
    wire.#transport = await transport(
      { onLine: (line) => wire.#take(line), onClose: (error) => wire.#end(error) },
      signal,
    );
    return wire;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Rejects with the signal's reason when it is aborted; a late answer is then ignored. */
  request(method: string, params: unknown, options: RequestOptions = {}): Promise<unknown> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      if (this.#closed) return reject(new BackendError("not-connected", "the connection is closed"));
      const id = this.#nextId++;
      const abort = () => {
        this.#pending.delete(id);
        options.onAbort?.(id);
        reject(signal!.reason as Error);
      };
      const settled = () => signal?.removeEventListener("abort", abort);
      signal?.addEventListener("abort", abort, { once: true });
      this.#pending.set(id, {
        resolve(result) {
          settled();
          options.onAnswer?.(result);
          resolve(result);
        },
        reject(error) {
          settled();
          reject(error);
        },
      });
      this.#transport.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  /** Sends a message that has no answer. */
  notify(method: string, params: unknown): void {
    if (!this.#closed) this.#transport.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  /** The backend leaves, and has carried out no pending request but these: the others count as never sent. */
  leave(unfinished: readonly unknown[]): void {
    const unsent = new BackendError("not-connected", "the backend left before it read the request");
    for (const [id, { reject }] of this.#pending) {
      if (unfinished.includes(id)) continue;
      this.#pending.delete(id);
      reject(unsent);
    }
    this.close();
  }

  close(cause?: Error): void {
    if (!this.#closed) this.#transport.close();
    this.#end(cause);
  }

  #take(line: string): void {
    const message = parse(line);
    if (!message) {
      this.close(new BackendError("bad-answer", `not a message: ${line.slice(0, 200)}`));
      return;
    }
    const { id, method, params, result, error } = message;
    if (typeof method === "string") {
      this.#listener.onEvent(method, (params ?? {}) as Record<string, unknown>);
      return;
    }
    const pending = this.#pending.get(id as number);
    this.#pending.delete(id as number);
    if (error !== undefined && error !== null) pending?.reject(errorOfAnswer(error));
    else pending?.resolve(result);
  }

  #end(cause: Error | undefined): void {
    if (this.#closed) return;
    this.#closed = true;
    const lost = new BackendError("connection-lost", "the connection went before the answer came", { cause });
    for (const { reject } of this.#pending.values()) reject(lost);
    this.#pending.clear();
    this.#listener.onClose(cause);
  }
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
