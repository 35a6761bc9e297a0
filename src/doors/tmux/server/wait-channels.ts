import type { DoorRecords } from "./door-records.ts";

/**
 * The channels of wait-for. A channel that was signalled while no client waited is `woken`, and the next client to wait
 * passes at once. Locks are separate: a queue of clients that want the channel, of which the first holds it.
 *
 * Signals without a waiter and locks are on record. Waiting clients are not: they ask again after a daemon's death. A
 * client that has passed is on record until long after its answer: if the answer was lost, the client passes again.
 */
interface Channel {
  woken: boolean;
  locked: boolean;
  waiters: Waiting[];
  lockers: Waiting[];
}

/** A waiting client. */
export interface Waiter {
  /** Stable across retries of the same call. */
  readonly id: string;
  readonly again: boolean;
  /** Receives the function that cancels the wait. */
  onWaiting(giveUp: () => void): void;
}

interface Waiting {
  readonly waiter: Waiter;
  wake(): void;
}

/** Number of passed clients to remember; retries arrive within moments. */
const PASSED_KEPT = 512;

export class WaitChannels {
  readonly #records: DoorRecords;
  readonly #channels = new Map<string, Channel>();
  /** Ids of passed clients, oldest first. */
  readonly #passed: Set<string>;

  constructor(records: DoorRecords) {
    this.#records = records;
    for (const [name, { woken = false, locked = false }] of records.under("channel"))
      this.#channels.set(name, { woken, locked, waiters: [], lockers: [] });
    this.#passed = new Set([...records.under("passed")].map(([id]) => id));
  }

  /** Resolves when the channel is signalled; undefined: it was already. */
  wait(name: string, waiter: Waiter): Promise<void> | undefined {
    if (this.#hasPassed(name, waiter)) return undefined;
    const channel = this.#channel(name);
    if (!channel.woken) return this.#join(channel.waiters, waiter);
    channel.woken = false;
    this.#changed(name, channel);
    return undefined;
  }

  signal(name: string): void {
    const channel = this.#channel(name);
    channel.woken = channel.waiters.length === 0 && !channel.woken;
    for (const waiting of channel.waiters.splice(0)) this.#letThrough(name, waiting);
    this.#changed(name, channel);
  }

  lock(name: string, waiter: Waiter): Promise<void> | undefined {
    if (this.#hasPassed(name, waiter)) return undefined;
    const channel = this.#channel(name);
    if (channel.locked) return this.#join(channel.lockers, waiter);
    channel.locked = true;
    this.#changed(name, channel);
    return undefined;
  }

  /** Returns false if the channel is not locked. */
  unlock(name: string): boolean {
    const channel = this.#channels.get(name);
    if (!channel?.locked) return false;
    const next = channel.lockers.shift();
    if (next) this.#letThrough(name, next);
    else channel.locked = false;
    this.#changed(name, channel);
    return true;
  }

  /** Releases every waiting client, because the server ends. */
  releaseAll(): void {
    for (const { waiters, lockers } of this.#channels.values())
      for (const { wake } of [...waiters, ...lockers]) wake();
    this.#channels.clear();
  }

  #letThrough(name: string, { waiter, wake }: Waiting): void {
    const id = passedId(name, waiter);
    this.#passed.add(id);
    this.#records.write("passed", id, true);
    for (const oldest of this.#passed) {
      if (this.#passed.size <= PASSED_KEPT) break;
      this.#passed.delete(oldest);
      this.#records.write("passed", oldest, undefined);
    }
    wake();
  }

  #hasPassed(name: string, waiter: Waiter): boolean {
    return waiter.again && this.#passed.has(passedId(name, waiter));
  }

  #join(queue: Waiting[], waiter: Waiter): Promise<void> {
    return new Promise((resolve) => {
      const waiting = { waiter, wake: resolve };
      queue.push(waiting);
      waiter.onWaiting(() => {
        const at = queue.indexOf(waiting);
        if (at >= 0) queue.splice(at, 1);
        resolve();
      });
    });
  }

  #channel(name: string): Channel {
    const channel = this.#channels.get(name) ?? { woken: false, locked: false, waiters: [], lockers: [] };
    this.#channels.set(name, channel);
    return channel;
  }

  #changed(name: string, { woken, locked, waiters, lockers }: Channel): void {
    const record = { ...(woken && { woken }), ...(locked && { locked }) };
    this.#records.write("channel", name, woken || locked ? record : undefined);
    if (!woken && !locked && waiters.length + lockers.length === 0) this.#channels.delete(name);
  }
}

function passedId(name: string, { id }: Waiter): string {
  return `${id}/${name}`;
}
