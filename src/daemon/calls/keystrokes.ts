import { encodeStdinTaken } from "../../wire/client-wire.ts";
import type { ClientKeys } from "../../wire/invocation.ts";
import type { Attachment } from "./attachment.ts";

/** The acknowledgement of keys is sent with the next picture, or after this time. */
const ACKNOWLEDGED_MS = 50;
/**
 * Keys for a pane that does not read are acknowledged after this time, because a client with unacknowledged keys could
 * not even detach.
 */
const UNSETTLED_MS = 3_000;

/** The keys of a client's terminal and their acknowledgement: the client keeps a copy of each key until then. */
export class Keystrokes implements ClientKeys {
  readonly #attachment: Attachment;
  readonly #send: (...frames: Buffer[]) => void;
  end: bigint;
  /** Number of bytes that the client resends although a previous daemon handled them. */
  #handledBefore: number;
  /** Offset up to which handling has started. The client may resend later bytes after a restart. */
  #started: bigint;
  /** Keys that would be lost if this daemon died, oldest first, each with the offset from which the client keeps a copy. */
  readonly #unsettled = new Set<{ readonly from: bigint; readonly sinceMs: number }>();
  /** Offset up to which the client received an acknowledgement. */
  #acknowledged: bigint;
  #timer: NodeJS.Timeout | undefined;

  /** `acknowledged`: the offset up to which the client has received acknowledgements of previous daemons. */
  constructor(acknowledged: bigint, attachment: Attachment, send: (...frames: Buffer[]) => void) {
    this.#attachment = attachment;
    this.#send = send;
    this.end = acknowledged;
    this.#started = acknowledged;
    this.#acknowledged = acknowledged;
    this.#handledBefore = Math.max(0, Number(attachment.handledBefore - acknowledged));
  }

  handle(bytes: number, run: () => void, { bulk = false }: { readonly bulk?: boolean } = {}): void {
    const settling = this.#attachment.atStdin(this.end + BigInt(bytes), run, { bulk });
    if (!settling) return;
    const key = { from: this.end, sinceMs: Date.now() };
    this.#unsettled.add(key);
    void settling.then(() => {
      this.#unsettled.delete(key);
      if (this.#acknowledged < this.#started) this.#acknowledgeSoon();
    });
  }

  handleOther(id: bigint, offset: number, run: () => void): void {
    this.#attachment.atOther(id, offset, run);
  }

  handledOf(id: bigint): number {
    return this.#attachment.handledOf(id);
  }

  acknowledge(
    bytes: number,
    { now = false, waiting = 0 }: { readonly now?: boolean; readonly waiting?: number } = {},
  ): void {
    if (bytes === 0) return;
    this.end += BigInt(bytes);
    if (waiting < bytes) this.#started = this.end - BigInt(waiting);
    this.#acknowledgeSoon();
    if (now) this.#send(...this.acknowledgement());
  }

  started(end: bigint): void {
    if (end <= this.#started) return;
    this.#started = end;
    this.#acknowledgeSoon();
  }

  /** The bytes of this chunk that no previous daemon handled. */
  unhandled(bytes: Uint8Array): Uint8Array {
    const again = Math.min(this.#handledBefore, bytes.length);
    this.#handledBefore -= again;
    this.acknowledge(again, { now: true });
    return bytes.subarray(again);
  }

  /** The frame of an acknowledgement that is due. */
  acknowledgement(): Buffer[] {
    if (!this.#timer) return [];
    this.stop();
    const settled = this.#settled();
    if (settled === this.#acknowledged) return [];
    this.#acknowledged = settled;
    return [encodeStdinTaken(settled)];
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #acknowledgeSoon(): void {
    this.#timer ??= setTimeout(() => this.#send(...this.acknowledgement()), ACKNOWLEDGED_MS).unref();
  }

  /** Offset up to which all input has been handled or is on its way to its pane. */
  #settled(): bigint {
    const now = Date.now();
    for (const key of this.#unsettled) {
      if (now - key.sinceMs < UNSETTLED_MS) return key.from < this.#started ? key.from : this.#started;
      this.#unsettled.delete(key);
    }
    return this.#started;
  }
}
