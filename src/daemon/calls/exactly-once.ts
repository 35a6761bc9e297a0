import { change, type RecordTypes, type StoreChange } from "../records/kinds.ts";
import type { Store } from "../records/store.ts";
import type { RequestScope } from "./request-scope.ts";

/**
 * A client whose daemon died before answering sends its request to the next daemon under the same id. There are three
 * possible outcomes of the first attempt:
 *
 * - Its answer is on record, in the same append as its changes: the daemon sends that answer again and runs nothing.
 * - It created panes but has no answer: the daemon closes those panes and runs the request again. There is one pane in
 *   the end, though its program started twice and was hung up once. A respawned pane stays and is respawned again.
 * - Nothing of it is on record: the daemon runs the request as if for the first time. Holders know the input that the
 *   first attempt typed by its ids and do not type it again.
 *
 * A key of an attached terminal is a request, too, identified by its stdin offset. It has no answer: the append with
 * its last change also records the offset up to which keys were handled (`attached-places.ts`), and the next daemon
 * skips resent keys up to that offset.
 */
export type Remembered = RecordTypes["request"];
export type RecordedAnswer = Extract<Remembered, { kind: "answered" }>["answer"];

/** Retries arrive within moments; only this many of the newest answers are kept. */
const KEPT = 512;
/** No call that changes something gives a longer answer. */
const MAX_ANSWER_CHARS = 256 * 1024;

export class ExactlyOnce {
  readonly #store: Store;
  /** Ids of answered requests, oldest first. */
  readonly #known: Set<string>;
  /** Panes by request id that are noted but may not be in the store yet. */
  readonly #found = new Map<bigint, (readonly [server: string, pane: string])[]>();

  constructor(store: Store) {
    this.#store = store;
    this.#known = new Set([...store.under("request")].map(([id]) => id));
  }

  recall(requestId: bigint): Remembered | undefined {
    return this.#store.get("request", requestId.toString(16));
  }

  begun({ requestId, spawned }: RequestScope): readonly StoreChange[] {
    return this.#remember(requestId, { kind: "begun", spawned: [...spawned] });
  }

  /**
   * A pane that a request created but that is on no record. It counts as started and unanswered, unless the answer to
   * that request is on record.
   */
  found(requestId: bigint, pane: readonly [server: string, pane: string]): readonly StoreChange[] {
    const remembered = this.recall(requestId);
    if (remembered?.kind === "answered") return [];
    const spawned = [...(this.#found.get(requestId) ?? remembered?.spawned ?? []), pane];
    this.#found.set(requestId, spawned);
    return this.#remember(requestId, { kind: "begun", spawned });
  }

  answered({ requestId }: RequestScope, answer: RecordedAnswer): readonly StoreChange[] {
    const fits = answer.stdout.length + answer.stderr.length <= MAX_ANSWER_CHARS;
    return fits ? this.#remember(requestId, { kind: "answered", answer }) : [];
  }

  #remember(requestId: bigint, remembered: Remembered): StoreChange[] {
    const id = requestId.toString(16);
    this.#known.add(id);
    const changes: StoreChange[] = [change("request", id, remembered)];
    for (const oldest of this.#known) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(oldest);
      changes.push(change("request", oldest, undefined));
    }
    return changes;
  }
}
