import type { JsonValue } from "../../core/mux.ts";
import type { AttachedPlace } from "../../wire/invocation.ts";
import type { Ledger } from "../records/ledger.ts";
import type { Store, StoreChange } from "../records/store.ts";

const PREFIX = "attached/";
/**
 * Clients of a daemon that died reconnect within moments. After this time the record of a missing client is discarded.
 */
const RETURN_MS = 60_000;

interface KeptPlace extends AttachedPlace {
  /** Stdin offset up to which the effects of typed keys are on record. The next daemon does not replay those keys. */
  readonly taken?: number;
  /** The same for the last keys that did not arrive on stdin: their id in hexadecimal digits, and the offset in them. */
  readonly unread?: { readonly id: string; readonly taken: number };
}

/** Where clients are attached, by request id, so that a client that outlives its daemon is attached there again. */
export class AttachedPlaces {
  readonly #store: Store;
  readonly #ledger: Ledger;
  readonly #here = new Map<bigint, KeptPlace>();

  constructor(store: Store, ledger: Ledger) {
    this.#store = store;
    this.#ledger = ledger;
    if ([...store.under(PREFIX)].length > 0) setTimeout(() => this.#forgetAbsent(), RETURN_MS).unref();
  }

  recall(requestId: bigint): AttachedPlace | undefined {
    return this.#kept(requestId);
  }

  /** Stdin offset up to which the next daemon must skip keys, whether or not the client received an acknowledgement. */
  takenBy(requestId: bigint): bigint {
    return BigInt(this.#kept(requestId)?.taken ?? 0);
  }

  keep(requestId: bigint, place: AttachedPlace): void {
    const { taken, unread } = this.#here.get(requestId) ?? this.#kept(requestId) ?? {};
    this.#ledger.note(
      this.#put(requestId, { ...place, ...(taken !== undefined && { taken }), ...(unread && { unread }) }),
    );
    this.#ledger.commitSoon();
  }

  /** The change to append together with the effects of a key, so that both are on record or neither is. */
  dealtWith(requestId: bigint, offset: bigint): StoreChange {
    // Keys of an overlay do not wait for the commands of earlier keys.
    const taken = Math.max(Number(offset), this.#here.get(requestId)?.taken ?? 0);
    return this.#note(requestId, { taken });
  }

  /** The same for a key that did not arrive on stdin. */
  handledKey(requestId: bigint, id: bigint, offset: number): StoreChange {
    return this.#note(requestId, { unread: { id: id.toString(16), taken: offset } });
  }

  /** Bytes with this id that a previous daemon handled. */
  handledOf(requestId: bigint, id: bigint): number {
    const { unread } = this.#kept(requestId) ?? {};
    return unread?.id === id.toString(16) ? unread.taken : 0;
  }

  forget(requestId: bigint): void {
    if (!this.#here.delete(requestId)) return;
    this.#ledger.note({ key: keyOf(requestId), value: undefined });
    this.#ledger.commitSoon();
  }

  #note(requestId: bigint, change: Partial<KeptPlace>): StoreChange {
    const place = this.#here.get(requestId);
    return place
      ? this.#put(requestId, { ...place, ...change })
      : { key: keyOf(requestId), value: undefined };
  }

  #kept(requestId: bigint): KeptPlace | undefined {
    return this.#store.get(keyOf(requestId)) as KeptPlace | undefined;
  }

  #put(requestId: bigint, place: KeptPlace): StoreChange {
    this.#here.set(requestId, place);
    return { key: keyOf(requestId), value: place as unknown as JsonValue };
  }

  #forgetAbsent(): void {
    const absent = [...this.#store.under(PREFIX)].filter(([id]) => !this.#here.has(BigInt(`0x${id}`)));
    this.#ledger.note(...absent.map(([id]) => ({ key: PREFIX + id, value: undefined })));
    this.#ledger.commitSoon();
  }
}

function keyOf(requestId: bigint): string {
  return PREFIX + requestId.toString(16);
}
