import type { AttachedPlace, CallRequest } from "../../wire/invocation.ts";
import type { StoreChange } from "../records/kinds.ts";
import type { Ledger } from "../records/ledger.ts";
import type { AttachedPlaces } from "./attached-places.ts";
import type { ExactlyOnce, Remembered } from "./exactly-once.ts";
import { currentRequest, inKey, keyRequestId } from "./request-scope.ts";

export interface AttachmentOptions {
  readonly request: CallRequest;
  readonly ledger: Ledger;
  readonly places: AttachedPlaces;
  readonly exactlyOnce: ExactlyOnce;
  /** Undoes what a previous daemon began for a key and did not finish. */
  undo(remembered: Remembered | undefined): void;
  onPlace(): void;
}

/** Marks a stdin offset as the end of a chunk, as opposed to the end of a key. */
const BULK = 1n << 63n;

/** The records of one attached client: where it is attached, and which of its keys have been handled. */
export class Attachment {
  readonly #options: AttachmentOptions;

  constructor(options: AttachmentOptions) {
    this.#options = options;
  }

  /** Stdin offset up to which a previous daemon handled keys, whether or not it acknowledged them. */
  get handledBefore(): bigint {
    const { request, places } = this.#options;
    return request.retry ? places.takenBy(request.requestId) : 0n;
  }

  keep(place: AttachedPlace): void {
    const { request, places, onPlace } = this.#options;
    // Another user's client does not reconnect: only the owner's client starts another daemon.
    if (request.confinedTo === undefined) places.keep(request.requestId, place);
    onPlace();
  }

  /**
   * Runs the effects of the key that ends at this stdin offset; `bulk`: the offset ends a whole chunk instead of one key.
   * A key whose handling a previous daemon started but did not finish runs again, as a call does. Resolves when the input
   * that the key typed cannot be lost any more.
   */
  atStdin(offset: bigint, run: () => void, { bulk }: { readonly bulk: boolean }): Promise<void> | undefined {
    const { request, places } = this.#options;
    const note = () => places.handledStdin(request.requestId, offset);
    return this.#atKey(keyRequestId(request.requestId, bulk ? offset | BULK : offset), note, run);
  }

  /** The same for a key that did not arrive on stdin: it ends at this offset of the bytes with this id. */
  atOther(id: bigint, offset: number, run: () => void): void {
    const { request, places } = this.#options;
    const note = () => places.handledKey(request.requestId, id, offset);
    this.#atKey(keyRequestId(id, BigInt(offset)), note, run);
  }

  handledOf(id: bigint): number {
    const { request, places } = this.#options;
    return places.handledOf(request.requestId, id);
  }

  #atKey(requestId: bigint, note: () => StoreChange, run: () => void): Promise<void> | undefined {
    const { request, exactlyOnce, ledger, undo } = this.#options;
    undo(request.retry ? exactlyOnce.recall(requestId) : undefined);
    const { commits } = ledger;
    const handledChanges = (changed: boolean) =>
      changed || ledger.commits !== commits || currentRequest()?.typedBeside ? [note()] : [];
    return inKey({ requestId, handledChanges }, run);
  }
}
