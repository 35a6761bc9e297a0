import { type NativeHost, type PanePlace, placeKey } from "./host.ts";

/** The client of a killed daemon repeats its request to the next one within this time. */
const RETURNS_MS = 5_000;

type TurnHost = Pick<NativeHost, "clock" | "records" | "repeatedRequest">;

interface Placed {
  readonly place: PanePlace;
}

/** The turn of a request whose daemon was killed. */
interface InterruptedTurn {
  readonly request: string;
  /** Callers that come before the request is repeated wait until this has ended. */
  readonly end: (end?: Promise<void>) => void;
}

/**
 * Callers that type into one pane take turns, through whatever door they come: what one of them types, and the Enter
 * that submits it, stays together. After the daemon was killed, the request whose turn it was has the first turn again.
 */
export class Turns {
  readonly #host: TurnHost;
  /** Per pane with callers that type into it: a promise that settles with the last turn. */
  readonly #last = new Map<string, Promise<void>>();
  readonly #interrupted = new Map<string, InterruptedTurn>();
  /** Panes whose turn is on record. */
  readonly #onRecord = new Set<string>();

  constructor(host: TurnHost) {
    this.#host = host;
    for (const [place, { request }] of host.records.under("turn")) this.#awaitReturn(place, request);
  }

  /** Whether a caller has to wait for its turn. */
  isTaken({ place }: Placed): boolean {
    return this.#before(placeKey(place)) !== undefined;
  }

  /**
   * Runs `type` at once if the pane is free. The turn ends after `settle`, but the caller does not wait for that, and no
   * later daemon does. Absent: a single write, which a death of the daemon cannot divide.
   */
  take<T>(pane: Placed, type: () => Promise<T>, settle?: () => Promise<unknown>): Promise<T> {
    const place = placeKey(pane.place);
    const [request, before] = [this.#host.repeatedRequest(), this.#before(place)];
    const run = () => (settle && request !== undefined ? this.#recorded(place, request, type) : type());
    const typed = before ? before.then(run) : run();
    const end = typed.then(settle).then(
      () => {},
      () => {},
    );
    const interrupted = before ? undefined : this.#interrupted.get(place);
    if (interrupted) interrupted.end(end);
    else this.#follow(place, end);
    return typed;
  }

  /** The end of the last turn before the current request's; undefined if its turn has come. */
  #before(place: string): Promise<void> | undefined {
    const request = this.#interrupted.get(place)?.request;
    const isReturning = request !== undefined && request === this.#host.repeatedRequest();
    return isReturning ? undefined : this.#last.get(place);
  }

  #follow(place: string, end: Promise<void>): void {
    this.#last.set(place, end);
    void end.then(() => {
      if (this.#last.get(place) === end) this.#last.delete(place);
    });
  }

  /** The turn is on record before its first byte is typed. */
  async #recorded<T>(place: string, request: string, type: () => Promise<T>): Promise<T> {
    const { records } = this.#host;
    this.#onRecord.add(place);
    records.note("turn", place, { request });
    records.commit();
    try {
      return await type();
    } finally {
      this.#forget(place);
    }
  }

  /** In the same commit as the answer that follows: no daemon waits for a request that was answered. */
  #forget(place: string): void {
    if (this.#onRecord.delete(place)) this.#host.records.note("turn", place, undefined);
  }

  #awaitReturn(place: string, request: string): void {
    this.#onRecord.add(place);
    const ended = new Promise<void>((resolve) => {
      const end: InterruptedTurn["end"] = (last) => {
        cancel();
        this.#interrupted.delete(place);
        resolve(last);
      };
      const cancel = this.#host.clock.after(RETURNS_MS, () => {
        this.#forget(place);
        end();
      });
      this.#interrupted.set(place, { request, end });
    });
    this.#follow(place, ended);
  }
}
