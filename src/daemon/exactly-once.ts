import type { JsonValue } from "../core/mux.ts";
import type { RequestScope } from "./request-scope.ts";
import type { Store, StoreChange } from "./store.ts";

/**
 * A client whose daemon died before it answered repeats its request to the next one, under the same id. Three things can
 * have become of the first attempt:
 *
 * - Its answer is on record, in the same append as its changes: it is given again, and nothing is done.
 * - It has made panes but never came to an answer: they are closed, and the request is done anew. There is one pane in the
 *   end, though its program was started twice and hung up once. A respawned pane stays, and is respawned again.
 * - Nothing of it is on record: it is done for the first time, as far as anybody can tell. What it typed before is known
 *   to the holders by its ids and not typed again.
 *
 * A key of an attached terminal is a request, too, by its place in what was typed. It has no answer: in the same append as
 * its last change stands how far the typing was dealt with (`attached-places.ts`), and what comes again up to there is
 * passed over.
 */
export type Answer = { readonly stdout: string; readonly stderr: string; readonly status: number };

export type Remembered =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "begun"; readonly spawned: readonly (readonly [server: string, pane: string])[] };

const PREFIX = "request/";
/** Retries come within moments; answers older than this many others are let go. */
const KEPT = 512;
/** An answer longer than this is none that a mutating call gives. */
const MAX_ANSWER_CHARS = 256 * 1024;

export class ExactlyOnce {
  readonly #store: Store;
  /** Oldest first. */
  readonly #known: Set<string>;
  /** Noted and perhaps not yet in the store. */
  readonly #found = new Map<bigint, (readonly [server: string, pane: string])[]>();

  constructor(store: Store) {
    this.#store = store;
    this.#known = new Set([...store.under(PREFIX)].map(([id]) => id));
  }

  recall(requestId: bigint): Remembered | undefined {
    return this.#store.get(PREFIX + requestId.toString(16)) as Remembered | undefined;
  }

  begun({ requestId, spawned }: RequestScope): readonly StoreChange[] {
    return this.#remember(requestId, { kind: "begun", spawned: [...spawned] });
  }

  /** A pane that a request made, found without any record of it: as begun, unless it is known that it was answered. */
  found(requestId: bigint, pane: readonly [server: string, pane: string]): readonly StoreChange[] {
    const remembered = this.recall(requestId);
    if (remembered?.kind === "answered") return [];
    const spawned = [...(this.#found.get(requestId) ?? remembered?.spawned ?? []), pane];
    this.#found.set(requestId, spawned);
    return this.#remember(requestId, { kind: "begun", spawned });
  }

  answered({ requestId }: RequestScope, answer: Answer): readonly StoreChange[] {
    const fits = answer.stdout.length + answer.stderr.length <= MAX_ANSWER_CHARS;
    return fits ? this.#remember(requestId, { kind: "answered", answer }) : [];
  }

  #remember(requestId: bigint, remembered: Remembered): StoreChange[] {
    const id = requestId.toString(16);
    this.#known.add(id);
    const changes: StoreChange[] = [{ key: PREFIX + id, value: remembered as unknown as JsonValue }];
    for (const oldest of this.#known) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(oldest);
      changes.push({ key: PREFIX + oldest, value: undefined });
    }
    return changes;
  }
}
