import type { AttachedPlace, OtherKey } from "../../wire/invocation.ts";
import { change, type RecordTypes, type StoreChange } from "../records/kinds.ts";
import type { Ledger } from "../records/ledger.ts";
import type { Store } from "../records/store.ts";

/**
 * Clients of a daemon that died reconnect within moments. After this time the record of a missing client is discarded.
 */
const RETURN_MS = 60_000;

type KeptPlace = RecordTypes["attached"];

interface KeyPosition {
  /** Stdin offset up to which keys are handled. */
  readonly end: bigint;
  /** Key table for the next key, if it is not the session's own. */
  readonly table: string | undefined;
}

/** Where clients are attached, by request id, so that a client that outlives its daemon is attached there again. */
export class AttachedPlaces {
  readonly #store: Store;
  readonly #ledger: Ledger;
  readonly #here = new Map<bigint, KeptPlace>();

  constructor(store: Store, ledger: Ledger) {
    this.#store = store;
    this.#ledger = ledger;
    if ([...store.under("attached")].length > 0) setTimeout(() => this.#forgetAbsent(), RETURN_MS).unref();
  }

  recall(requestId: bigint): KeptPlace | undefined {
    // What happened in this daemon may not be on record yet.
    return this.#here.get(requestId) ?? this.#store.get("attached", nameOf(requestId));
  }

  /** Stdin offset up to which the next daemon must skip keys, whether or not the client received an acknowledgement. */
  takenBy(requestId: bigint): bigint {
    return BigInt(this.recall(requestId)?.taken ?? 0);
  }

  /** The key table for the key at this stdin offset. Keys that are not on record may have used the recorded table since. */
  tableAt(requestId: bigint, offset: bigint): string | undefined {
    const { table } = this.recall(requestId) ?? {};
    return table && BigInt(table.at) === offset ? table.name : undefined;
  }

  hasTable(requestId: bigint): boolean {
    return this.recall(requestId)?.table !== undefined;
  }

  keep(requestId: bigint, place: AttachedPlace): void {
    const { taken, unread, table } = this.recall(requestId) ?? {};
    const keys = {
      ...(taken !== undefined && { taken }),
      ...(unread && { unread }),
      ...(table && { table }),
    };
    this.#ledger.note(this.#put(requestId, { ...place, ...keys }));
    this.#ledger.commitSoon();
  }

  /** The change to append together with the effects of a key, so that both are on record or neither is. */
  handledStdin(requestId: bigint, { end, table }: KeyPosition): StoreChange {
    // Keys of an overlay do not wait for the commands of earlier keys.
    const taken = Math.max(Number(end), this.#here.get(requestId)?.taken ?? 0);
    return this.#note(requestId, { taken, ...tableFrom(table, taken) });
  }

  /** The same for a key that did not arrive on stdin. */
  handledKey(requestId: bigint, { id, offset }: OtherKey, { end, table }: KeyPosition): StoreChange {
    const unread = { id: id.toString(16), taken: offset };
    return this.#note(requestId, { unread, ...tableFrom(table, Number(end)) });
  }

  /** Bytes with this id that a previous daemon handled. */
  handledOf(requestId: bigint, id: bigint): number {
    const { unread } = this.recall(requestId) ?? {};
    return unread?.id === id.toString(16) ? unread.taken : 0;
  }

  forget(requestId: bigint): void {
    if (!this.#here.delete(requestId)) return;
    this.#ledger.note(change("attached", nameOf(requestId), undefined));
    this.#ledger.commitSoon();
  }

  #note(requestId: bigint, part: Partial<KeptPlace>): StoreChange {
    const kept = this.#here.get(requestId);
    if (!kept) return change("attached", nameOf(requestId), undefined);
    const { table: _before, ...place } = kept;
    return this.#put(requestId, { ...place, ...part });
  }

  #put(requestId: bigint, place: KeptPlace): StoreChange {
    this.#here.set(requestId, place);
    return change("attached", nameOf(requestId), place);
  }

  #forgetAbsent(): void {
    const absent = [...this.#store.under("attached")].filter(([id]) => !this.#here.has(BigInt(`0x${id}`)));
    this.#ledger.note(...absent.map(([id]) => change("attached", id, undefined)));
    this.#ledger.commitSoon();
  }
}

function tableFrom(name: string | undefined, at: number): Pick<KeptPlace, "table"> {
  return name === undefined ? {} : { table: { name, at } };
}

function nameOf(requestId: bigint): string {
  return requestId.toString(16);
}
