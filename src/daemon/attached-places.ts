import type { JsonValue } from "../core/mux.ts";
import type { AttachedPlace } from "../wire/invocation.ts";
import type { Ledger } from "./ledger.ts";
import type { Store } from "./store.ts";

const PREFIX = "attached/";
/** Clients of a daemon that died come back within moments; whoever has not by then went with it. */
const RETURN_MS = 60_000;

/** Where attached clients stand, by the id of their request: a client that outlives its daemon goes on there. */
export class AttachedPlaces {
  readonly #store: Store;
  readonly #ledger: Ledger;
  readonly #here = new Set<bigint>();

  constructor(store: Store, ledger: Ledger) {
    this.#store = store;
    this.#ledger = ledger;
    if ([...store.under(PREFIX)].length > 0) setTimeout(() => this.#forgetAbsent(), RETURN_MS).unref();
  }

  recall(requestId: bigint): AttachedPlace | undefined {
    return this.#store.get(keyOf(requestId)) as AttachedPlace | undefined;
  }

  keep(requestId: bigint, place: AttachedPlace): void {
    this.#here.add(requestId);
    this.#ledger.note({ key: keyOf(requestId), value: place as unknown as JsonValue });
    this.#ledger.commitSoon();
  }

  forget(requestId: bigint): void {
    if (!this.#here.delete(requestId)) return;
    this.#ledger.note({ key: keyOf(requestId), value: undefined });
    this.#ledger.commitSoon();
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
