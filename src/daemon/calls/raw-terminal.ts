import { type ClientMessage, encodeLock, encodeRaw, encodeSuspend } from "../../wire/client-wire.ts";
import { type Frame, WireFault } from "../../wire/frames.ts";
import type { AttachedPlace, ClientTerminal, Invocation, StdinReader } from "../../wire/invocation.ts";
import type { Size } from "../../wire/payload.ts";
import { type KeyLedger, Keystrokes } from "./keystrokes.ts";

/** The call whose client owns the terminal. */
export interface TerminalCall extends Invocation {
  /** Sends frames at once, unless the call has ended. */
  send(...frames: Buffer[]): void;
  /** Sends all output so far; from now on output is sent at once. */
  stream(): void;
}

/** The records of attached terminals. */
export interface TerminalRecords extends KeyLedger {
  /** The call stays open because its terminal is attached. */
  onAttached(call: TerminalCall): void;
}

/** Messages that only a call with a terminal receives. */
export type TerminalMessage = Extract<ClientMessage, { readonly kind: "resize" | "drawn" | "other" }>;

/** The terminal of a call's client: drawn on by the daemon while it is in raw mode. */
export class RawTerminal implements ClientTerminal {
  readonly request: TerminalCall;
  readonly keys: Keystrokes;
  readonly #records: TerminalRecords;
  readonly #resized: ((size: Size) => void)[] = [];
  readonly #drawn: (() => void)[] = [];
  #onFrame: ((frame: Frame) => boolean) | undefined;
  #raw = false;
  #undrawnBytes = 0;

  constructor(call: TerminalCall, records: TerminalRecords, stdinTaken: bigint) {
    this.request = call;
    this.#records = records;
    this.keys = new Keystrokes(this, records, stdinTaken);
  }

  get isRaw(): boolean {
    return this.#raw;
  }

  get undrawnBytes(): number {
    return this.#undrawnBytes;
  }

  setRaw(on: boolean, goodbye?: Uint8Array): void {
    this.#command(encodeRaw(on, goodbye), on);
  }

  write(data: string | Uint8Array): void {
    if (this.#raw) this.#undrawnBytes += Buffer.byteLength(data);
    this.request.stdout(data);
  }

  relayKeys(reader: StdinReader): () => void {
    return this.request.stdin.relay(reader);
  }

  suspend(): void {
    this.#command(encodeSuspend());
  }

  lock(command: string, greeting: Uint8Array): void {
    this.#command(encodeLock(command, greeting));
  }

  onDrawn(listener: () => void): void {
    this.#drawn.push(listener);
  }

  onResize(listener: (size: Size) => void): void {
    this.#resized.push(listener);
  }

  recordPlace(place: AttachedPlace): void {
    const { requestId, confinedTo } = this.request;
    // Another user's client does not reconnect: only the owner's client starts another daemon.
    if (confinedTo === undefined) this.#records.places.keep(requestId, place);
    this.#records.onAttached(this.request);
  }

  sendFrame(...frames: Buffer[]): void {
    this.request.send(...frames);
  }

  onFrame(listener: (frame: Frame) => boolean): void {
    this.#onFrame = listener;
  }

  take(message: TerminalMessage): void {
    if (message.kind === "resize")
      for (const listener of this.#resized) listener(sizeOfTerminal(message.size));
    else if (message.kind === "drawn") this.#accepted(message.bytes);
    else if (!this.#onFrame?.(message.frame)) throw unknownMessage(message.frame);
  }

  /** Everything written before is sent first, in the mode that it was written for. */
  #command(frame: Buffer, raw = this.#raw): void {
    this.request.stream();
    this.#raw = raw;
    this.#undrawnBytes = 0;
    this.request.send(frame);
  }

  #accepted(bytes: number): void {
    this.#undrawnBytes = Math.max(0, this.#undrawnBytes - bytes);
    if (this.#undrawnBytes === 0) for (const listener of this.#drawn) listener();
  }
}

export function unknownMessage({ type }: Frame): WireFault {
  return new WireFault(`there is no message of type ${type}`);
}

/** A terminal that reports 0 does not know its size and counts as 80x24, as in tmux. */
export function sizeOfTerminal({ cols, rows }: Size): Size {
  return { cols: cols || 80, rows: rows || 24 };
}
