import { BackOff } from "./back-off.ts";

/** A page that did not run for this long was asleep: its sockets may be dead without having noticed. */
const ASLEEP_MS = 15_000;
const TICK_MS = 5_000;

const waiting = new Set<() => void>();

/** Retries every waiting connection now: the network is back, the machine woke up, or another connection succeeded. */
export function retryNow(): void {
  for (const reopen of [...waiting]) reopen();
}

let isCut = false;

/** While the page itself is not connected, its other connections do not try: they would fail too. `retryNow` ends their wait. */
export function followersWait(on: boolean): void {
  isCut = on;
}

const watching = new Set<() => void>();

/** No connection can be trusted: each is opened again. */
export function reopenAll(): void {
  for (const listener of [...watching]) listener();
}

/** Calls `listener` when the machine was asleep, the network returned, or a connection turned out to be dead. */
export function onWake(listener: () => void): () => void {
  watching.add(listener);
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > ASLEEP_MS) listener();
    last = now;
  }, TICK_MS);
  addEventListener("online", listener);
  return () => {
    watching.delete(listener);
    clearInterval(timer);
    removeEventListener("online", listener);
  };
}

/** Opens again after a growing wait. One wait at a time; `stop` ends it for good. */
export class Reopening {
  readonly #backOff = new BackOff();
  readonly #open: () => void;
  readonly #leads: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #now = () => {
    this.stop();
    this.#open();
  };

  /** `leads`: the connection without which the others cannot be. */
  constructor(open: () => void, { leads = false } = {}) {
    this.#open = open;
    this.#leads = leads;
  }

  later(): void {
    this.stop();
    if (this.#leads || !isCut) this.#timer = setTimeout(this.#now, this.#backOff.next());
    waiting.add(this.#now);
  }

  succeeded(): void {
    this.#backOff.reset();
  }

  stop(): void {
    clearTimeout(this.#timer);
    waiting.delete(this.#now);
  }
}
