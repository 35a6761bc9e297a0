import type { OpenTransport, Transport } from "../client/transport.ts";

export type PeerMessage = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly message: PeerMessage;
  readonly result: PeerMessage | undefined;
  readonly error: { readonly code?: unknown; readonly message?: unknown } | undefined;
}

/** A violated requirement; the sentence says what happened instead. */
export class Violation extends Error {
  override readonly name = "Violation";
}

/**
 * One connection without interpretation: every message is kept in the order of arrival, and nothing is corrected or
 * forgiven. Checks ask it for past and future messages.
 */
export class Peer {
  readonly received: PeerMessage[] = [];
  readonly spawned = new Set<string>();
  readonly timeoutMs: number;
  readonly #waiting = new Set<() => void>();
  #transport!: Transport;
  #nextId = 1;
  closed = false;

  private constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs;
  }

  static async open(open: OpenTransport, timeoutMs: number): Promise<Peer> {
    const peer = new Peer(timeoutMs);
    peer.#transport = await open({
      onLine: (line) => peer.#take(line),
      onClose: () => {
        peer.closed = true;
        peer.#wake();
      },
    });
    return peer;
  }

  /** One line, or several. */
  send(line: string): void {
    this.#transport.send(line);
  }

  /** Returns the request's id. */
  post(method: string, params: unknown, envelope: PeerMessage = {}): unknown {
    const message = { jsonrpc: "2.0", id: `c${this.#nextId++}`, method, params, ...envelope };
    this.send(JSON.stringify(message));
    return message.id;
  }

  async request(method: string, params: unknown = {}, envelope: PeerMessage = {}): Promise<Answer> {
    return await this.answerTo(this.post(method, params, envelope), method);
  }

  async answerTo(id: unknown, what: string): Promise<Answer> {
    const message = await this.message((each) => isAnswer(each) && each.id === id, `an answer to ${what}`);
    const { result, error } = message as { result?: PeerMessage; error?: NonNullable<Answer["error"]> };
    return { message, result: result ?? undefined, error: error ?? undefined };
  }

  /** The first message that matches, already received or within the timeout. */
  async message(matches: (message: PeerMessage) => boolean, what: string): Promise<PeerMessage> {
    const deadline = Date.now() + this.timeoutMs;
    for (;;) {
      const found = this.received.find(matches);
      if (found) return found;
      if (this.closed) throw new Violation(`the connection was closed instead of ${what}`);
      if (Date.now() >= deadline) throw new Violation(`${what} did not come within ${this.timeoutMs} ms`);
      await this.#news(deadline - Date.now());
    }
  }

  event(method: string, contextId: string): Promise<PeerMessage> {
    return this.message((each) => isEvent(each, method, contextId), `${method} of ${contextId}`);
  }

  events(method: string, contextId?: string): PeerMessage[] {
    return this.received.filter((each) => isEvent(each, method, contextId));
  }

  /** The context's output, from the output events received. */
  output(contextId: string): Buffer {
    const parts = this.events("context_output", contextId).map((each) =>
      Buffer.from(String((each.params as PeerMessage).data), "base64"),
    );
    return Buffer.concat(parts);
  }

  pause(): void {
    this.#transport.pause();
  }

  resume(): void {
    this.#transport.resume();
  }

  close(): void {
    this.#transport.close();
  }

  #take(line: string): void {
    try {
      this.received.push(JSON.parse(line) as PeerMessage);
    } catch {
      this.received.push({ unreadable: line });
    }
    this.#wake();
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  #news(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, withinMs);
      this.#waiting.add(wake);
    });
  }
}

export function isAnswer(message: PeerMessage): boolean {
  return "result" in message || "error" in message;
}

function isEvent(message: PeerMessage, name: string, contextId: string | undefined): boolean {
  return message.method === name && (contextId === undefined || contextOf(message) === contextId);
}

/** The context that a message is about. */
export function contextOf({ params }: PeerMessage): unknown {
  return (params as PeerMessage | undefined)?.context_id;
}
