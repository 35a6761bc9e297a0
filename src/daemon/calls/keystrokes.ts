import { encodeStdinTaken, TYPED_SINGLY_BYTES } from "../../wire/client-wire.ts";
import { HOLDER_INPUT_IDS } from "../../wire/holder-wire.ts";
import type { CallRequest, ClientKeys, OtherKey } from "../../wire/invocation.ts";
import type { StoreChange } from "../records/kinds.ts";
import type { Ledger } from "../records/ledger.ts";
import type { AttachedPlaces } from "./attached-places.ts";
import type { ExactlyOnce, Remembered } from "./exactly-once.ts";
import { currentRequest, inKey, keyRequestId } from "./request-scope.ts";

/** The records that the keys of terminals need. */
export interface KeyLedger {
  readonly ledger: Ledger;
  readonly places: AttachedPlaces;
  readonly exactlyOnce: ExactlyOnce;
  /** Undoes what a previous daemon began for a key and did not finish. */
  undo(remembered: Remembered | undefined): void;
}

/** The client of the keys. */
interface KeySender {
  readonly request: CallRequest;
  sendFrame(...frames: Buffer[]): void;
}

interface HandledKey {
  /** The change that records the key as handled. */
  note(): StoreChange;
  run(): void;
  /** A change of the key table alone is worth a record. */
  readonly keepsTable?: boolean;
}

/** The acknowledgement of keys is sent with the next picture, or after this time. */
const ACKNOWLEDGED_MS = 50;
/**
 * Keys for a pane that does not read are acknowledged after this time, because a client with unacknowledged keys could
 * not even detach.
 */
const UNSETTLED_MS = 3_000;
/**
 * After this many typed keys the client gets an acknowledgement before the next piece is handled: a holder must know all
 * keys that the client may resend, which are these and those of one more piece, besides its input from elsewhere.
 */
const MAX_TYPED_KEYS = (HOLDER_INPUT_IDS - TYPED_SINGLY_BYTES) / 2;

/** Marks a stdin offset as the end of a chunk, as opposed to the end of a key. */
const BULK = 1n << 63n;

/** The keys of a client's terminal and their acknowledgement: the client keeps a copy of each key until then. */
export class Keystrokes implements ClientKeys {
  readonly #records: KeyLedger;
  readonly #client: KeySender;
  end: bigint;
  table: string | undefined;
  /** Number of bytes that the client resends although a previous daemon handled them. */
  #handledBefore: number;
  /** Offset up to which handling has started. The client may resend later bytes after a restart. */
  #started: bigint;
  /** Keys that would be lost if this daemon died, oldest first, each with the offset from which the client keeps a copy. */
  readonly #unsettled = new Set<{ readonly from: bigint; readonly sinceMs: number }>();
  /**
   * A change of the table alone that is not on record: a record makes the next daemon skip all earlier keys, so it waits
   * until those cannot be lost.
   */
  #tableNote: (() => StoreChange) | undefined;
  /** Offset up to which the client received an acknowledgement. */
  #acknowledged: bigint;
  #timer: NodeJS.Timeout | undefined;
  /** Number of keys typed since the last acknowledgement. */
  #typed = 0;

  /** `acknowledged`: the offset up to which the client has received acknowledgements of previous daemons. */
  constructor(client: KeySender, records: KeyLedger, acknowledged: bigint) {
    this.#client = client;
    this.#records = records;
    this.end = acknowledged;
    this.#started = acknowledged;
    this.#acknowledged = acknowledged;
    const { request } = client;
    // Keys count as handled whether or not the previous daemon acknowledged them.
    const handledBefore = request.retry ? records.places.takenBy(request.requestId) : 0n;
    this.#handledBefore = Math.max(0, Number(handledBefore - acknowledged));
    const next = acknowledged + BigInt(this.#handledBefore);
    this.table = request.retry ? records.places.tableAt(request.requestId, next) : undefined;
  }

  handle(bytes: number, run: () => void, { bulk = false }: { readonly bulk?: boolean } = {}): void {
    const { requestId } = this.#client.request;
    const end = this.end + BigInt(bytes);
    const note = () => this.#records.places.handledStdin(requestId, { end, table: this.table });
    const settling = this.#atKey(keyRequestId(requestId, bulk ? end | BULK : end), { note, run });
    if (!settling) return;
    const key = { from: this.end, sinceMs: Date.now() };
    this.#unsettled.add(key);
    this.#typed += 1;
    void settling.then(() => {
      this.#unsettled.delete(key);
      this.#recordTable();
      if (this.#acknowledged < this.#started) this.#acknowledgeSoon();
    });
  }

  get isBehind(): boolean {
    return this.#typed >= MAX_TYPED_KEYS;
  }

  catchUp(listener: () => void): void {
    // By then every key that the system took for a holder has settled. Others would die with this daemon.
    setImmediate(() => {
      this.#acknowledgeSoon();
      this.#client.sendFrame(...this.acknowledgement());
      this.#typed = 0;
      listener();
    });
  }

  handleOther(key: OtherKey, run: () => void): void {
    const { requestId } = this.#client.request;
    const note = () => this.#records.places.handledKey(requestId, key, this);
    // The table before the last of these keys is for them: the next daemon receives all of them again.
    this.#atKey(keyRequestId(key.id, BigInt(key.offset)), { note, run, keepsTable: key.isLast });
  }

  handledOf(id: bigint): number {
    return this.#records.places.handledOf(this.#client.request.requestId, id);
  }

  acknowledge(
    bytes: number,
    { now = false, waiting = 0 }: { readonly now?: boolean; readonly waiting?: number } = {},
  ): void {
    if (bytes === 0) return;
    this.end += BigInt(bytes);
    if (waiting < bytes) this.#started = this.end - BigInt(waiting);
    this.#acknowledgeSoon();
    if (now) this.#client.sendFrame(...this.acknowledgement());
  }

  started(end: bigint): void {
    if (end <= this.#started) return;
    this.#started = end;
    this.#acknowledgeSoon();
  }

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
    if (this.#unsettled.size === 0) this.#typed = 0;
    if (settled === this.#acknowledged) return [];
    this.#acknowledged = settled;
    return [encodeStdinTaken(settled)];
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /**
   * Runs the effects of a key. A key whose handling a previous daemon started but did not finish runs again, as a call
   * does. Resolves when the input that the key typed cannot be lost any more.
   */
  #atKey(requestId: bigint, { note, run, keepsTable = true }: HandledKey): Promise<void> | undefined {
    const { ledger, exactlyOnce, places } = this.#records;
    const { request } = this.#client;
    this.#records.undo(request.retry ? exactlyOnce.recall(requestId) : undefined);
    const { commits } = ledger;
    const handledChanges = (changed: boolean) => {
      this.#tableNote = undefined;
      if (changed || ledger.commits !== commits || currentRequest()?.typedBeside) return [note()];
      if (!keepsTable || (this.table === undefined && !places.hasTable(request.requestId))) return [];
      if (this.#unsettled.size === 0) return [note()];
      this.#tableNote = note;
      return [];
    };
    return inKey({ requestId, handledChanges }, run);
  }

  #recordTable(): void {
    const note = this.#tableNote;
    if (!note || this.#unsettled.size > 0) return;
    this.#tableNote = undefined;
    this.#records.ledger.commit(() => [note()]);
  }

  #acknowledgeSoon(): void {
    this.#timer ??= setTimeout(
      () => this.#client.sendFrame(...this.acknowledgement()),
      ACKNOWLEDGED_MS,
    ).unref();
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
