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

/**
 * Calls `listener` when the machine was asleep, the network returned, or a connection turned out to be dead. Browsers run
 * the timers of a hidden page only once a minute, so a pause of a hidden page does not show that the machine was asleep:
 * after such a pause `onDoubt` is called instead.
 */
export function onWake(listener: () => void, onDoubt = () => {}): () => void {
  watching.add(listener);
  let last = Date.now();
  const tick = (onPause: () => void) => {
    const now = Date.now();
    if (now - last > ASLEEP_MS) onPause();
    last = now;
  };
  const timer = setInterval(() => tick(document.hidden ? onDoubt : listener), TICK_MS);
  // The page was hidden until now, or it is hidden from now on and has run its timers so far.
  const onVisibility = () => tick(onDoubt);
  addEventListener("online", listener);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    watching.delete(listener);
    clearInterval(timer);
    removeEventListener("online", listener);
    document.removeEventListener("visibilitychange", onVisibility);
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
