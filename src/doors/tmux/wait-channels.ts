/**
 * The channels of wait-for. A channel that was signalled before anybody waited is `woken`, and the next to wait passes at
 * once. Locks are separate: a queue of those who want the channel, the first of whom has it.
 */
interface Channel {
  woken: boolean;
  locked: boolean;
  waiters: (() => void)[];
  lockers: (() => void)[];
}

export class WaitChannels {
  readonly #channels = new Map<string, Channel>();

  /** Settles when the channel is signalled; `onWaiting` gets the function that gives up. */
  wait(name: string, onWaiting: (giveUp: () => void) => void): Promise<void> | undefined {
    const channel = this.#channel(name);
    if (channel.woken) {
      this.#forget(name, channel);
      return undefined;
    }
    return this.#join(channel.waiters, onWaiting);
  }

  signal(name: string): void {
    const channel = this.#channel(name);
    if (channel.waiters.length === 0 && !channel.woken) {
      channel.woken = true;
      return;
    }
    for (const wake of channel.waiters.splice(0)) wake();
    if (channel.waiters.length === 0 && channel.lockers.length === 0) this.#forget(name, channel);
  }

  lock(name: string, onWaiting: (giveUp: () => void) => void): Promise<void> | undefined {
    const channel = this.#channel(name);
    if (channel.locked) return this.#join(channel.lockers, onWaiting);
    channel.locked = true;
    return undefined;
  }

  /** False where it is not locked. */
  unlock(name: string): boolean {
    const channel = this.#channels.get(name);
    if (!channel?.locked) return false;
    const next = channel.lockers.shift();
    if (next) next();
    else {
      channel.locked = false;
      this.#forget(name, channel);
    }
    return true;
  }

  /** The server ends: nobody waits any longer. */
  releaseAll(): void {
    for (const { waiters, lockers } of this.#channels.values())
      for (const wake of [...waiters, ...lockers]) wake();
    this.#channels.clear();
  }

  #join(queue: (() => void)[], onWaiting: (giveUp: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      queue.push(resolve);
      onWaiting(() => {
        const at = queue.indexOf(resolve);
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

  #forget(name: string, channel: Channel): void {
    if (!channel.locked && channel.waiters.length === 0) this.#channels.delete(name);
  }
}
